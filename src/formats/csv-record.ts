// Writes one record as RFC 4180 has it, without its line break.

export function csvRecord(values: readonly string[]): string {
  return values.map(csvField).join(',');
}

/** The same with tabs. */
export function tsvRecord(values: readonly string[]): string {
  return values.map((value) => field(value, /["\t\r\n]|^\s|\s$/)).join('\t');
}

export function csvField(value: string): string {
  return field(value, /[",\r\n]|^\s|\s$/);
}

function field(value: string, special: RegExp): string {
  // An empty field in quotes: a lone empty column name would otherwise be a blank line.
  return value === '' || special.test(value) ? quoted(value) : value;
}

export function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}
