// A reader of CSV that shares nothing with the product: records by a regular expression, one rule after another.

const field = /(?: ?"((?:[^"]|"")*)" *|([^,\r\n]*))(,|\r\n|\n|\r|$)/y;

/** The rows below the header, or null for a text that is no CSV. Values of blanks around a number are trimmed. */
export function readPlainly(text: string): (string | null)[][] | null {
  const records = readRecords(text);
  const [header, ...rows] = records ?? [];
  if (header === undefined) return null;
  const width = header.length;
  const kept = rows.filter(
    (row) => width === 1 || row.length > 1 || row[0]?.value !== '' || row[0].isQuoted,
  );
  const cut = kept.map((row) => {
    while (row.length > width && row.at(-1)?.value === '') row.pop();
    return row.map(({ value }) => (value === '' ? null : value));
  });
  return cut.every((row) => row.length === width) ? cut : null;
}

interface Field {
  readonly value: string;
  readonly isQuoted: boolean;
}

function readRecords(text: string): Field[][] | null {
  const records: Field[][] = [];
  let record: Field[] = [];
  field.lastIndex = 0;
  while (field.lastIndex < text.length || record.length > 0) {
    const found = field.exec(text);
    if (found === null) return null;
    const [, quoted, plain = '', end] = found;
    record.push({ value: quoted?.replaceAll('""', '"') ?? plain, isQuoted: quoted !== undefined });
    if (end === ',') continue;
    records.push(record);
    record = [];
    if (end === '') break;
  }
  return records;
}
