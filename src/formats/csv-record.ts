// One CSV record as RFC 4180 has it, without its line break.

export function csvRecord(values: readonly string[]): string {
  return values.map(csvField).join(',');
}

function csvField(value: string): string {
  // An empty field in quotes: a lone empty column name would otherwise be a blank line.
  if (value === '' || /[",\r\n]|^\s|\s$/.test(value)) return `"${value.replaceAll('"', '""')}"`;
  return value;
}
