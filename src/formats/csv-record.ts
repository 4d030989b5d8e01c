// One record as RFC 4180 has it, without its line break.

export function csvRecord(values: readonly string[]): string {
  return values.map((value) => field(value, /[",\r\n]|^\s|\s$/)).join(',');
}

/** The same with tabs. */
export function tsvRecord(values: readonly string[]): string {
  return values.map((value) => field(value, /["\t\r\n]|^\s|\s$/)).join('\t');
}

function field(value: string, special: RegExp): string {
  // An empty field in quotes: a lone empty column name would otherwise be a blank line.
  if (value === '' || special.test(value)) return `"${value.replaceAll('"', '""')}"`;
  return value;
}
