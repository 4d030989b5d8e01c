// Long files of plain values with one awkward value in a place where a reader that samples does not look.

/** Rows counted from 1, around DuckDB's vectors of 2,048 rows, its sample of 20,480 and its row groups. */
export const awkwardRows = [1, 2_048, 2_049, 20_481, 122_881, 123_000] as const;
export const lastRow = 123_000;

export interface AwkwardColumn {
  readonly plain: (row: number) => string;
  readonly awkward: string;
  /** As DuckDB prints it, where that differs. */
  readonly printed?: string;
  /** The type that holds both. */
  readonly type: string;
}

const day = (row: number) => new Date(row * 86_400_000).toISOString().slice(0, 10);

export const awkwardColumns: Readonly<Record<string, AwkwardColumn>> = {
  'BIGINT, a fraction': { plain: String, awkward: '12.7', type: 'DOUBLE' },
  'BIGINT, a leading zero': { plain: String, awkward: '0042', type: 'VARCHAR' },
  'BIGINT, a plus sign': { plain: String, awkward: '+42', type: 'VARCHAR' },
  'BIGINT, a word': { plain: String, awkward: 'N/A', type: 'VARCHAR' },
  'BIGINT, beyond int64': { plain: String, awkward: '9223372036854775808', type: 'HUGEINT' },
  'BIGINT, 40 digits': { plain: String, awkward: '1'.repeat(40), type: 'VARCHAR' },
  'BIGINT, an exponent': { plain: String, awkward: '1e2', printed: '100.0', type: 'DOUBLE' },
  'BIGINT, an underscore': { plain: String, awkward: '1_000', type: 'VARCHAR' },
  'HUGEINT, a fraction': {
    plain: (row) => `1${'0'.repeat(20)}${row}`,
    awkward: '0.5',
    type: 'DECIMAL(38, 1)',
  },
  'DOUBLE, 19 digits': {
    plain: (row) => `${row}.5`,
    awkward: '0.1234567890123456789',
    type: 'DECIMAL(38, 19)',
  },
  'DOUBLE, a decimal comma': {
    plain: (row) => `${row}.5`,
    awkward: '"1,5"',
    printed: '1,5',
    type: 'VARCHAR',
  },
  'DOUBLE, nan': { plain: (row) => `${row}.5`, awkward: 'nan', type: 'VARCHAR' },
  'DECIMAL, an exponent': {
    plain: (row) => `0.${'1'.repeat(20)}${row}`,
    awkward: '1e5',
    type: 'VARCHAR',
  },
  'BOOLEAN, a letter': { plain: (row) => String(row % 2 === 0), awkward: 't', type: 'VARCHAR' },
  'DATE, a moment': { plain: day, awkward: '2024-01-15 10:30:00', type: 'TIMESTAMP' },
  'DATE, another notation': { plain: day, awkward: '15.01.2024', type: 'VARCHAR' },
  'DATE, no day': { plain: day, awkward: '2023-02-29', type: 'VARCHAR' },
  'TIMESTAMP, 7 digits': {
    plain: (row) => `${day(row)} 10:00:00`,
    awkward: '2024-01-15 10:30:00.1234567',
    type: 'VARCHAR',
  },
  'TIMESTAMP, an offset': {
    plain: (row) => `${day(row)} 10:00:00`,
    awkward: '2024-01-15 10:30:00+02:00',
    type: 'VARCHAR',
  },
  'TIMESTAMPTZ, none': {
    plain: (row) => `${day(row)}T10:00:00Z`,
    awkward: '2024-01-15T10:30:00',
    type: 'VARCHAR',
  },
  'nothing, a number': { plain: () => '', awkward: '7', type: 'BIGINT' },
  'nothing, a word': { plain: () => '', awkward: 'x', type: 'VARCHAR' },
  'VARCHAR, a line break': {
    plain: (row) => `w${row}`,
    awkward: '"x\ny, ""z"""',
    printed: 'x\ny, "z"',
    type: 'VARCHAR',
  },
};

const names = Object.keys(awkwardColumns);

/** A column `id` with the row's number, then all of `awkwardColumns`, each with its awkward value in one row. */
export function awkwardFile(awkwardRow: number, rows = lastRow): string {
  const columns = Object.values(awkwardColumns);
  const lines = [['id', ...names.map((name) => `"${name}"`)].join(',')];
  for (let row = 1; row <= rows; row++) {
    const values = columns.map(({ plain, awkward }) => (row === awkwardRow ? awkward : plain(row)));
    lines.push([row, ...values].join(','));
  }
  return `${lines.join('\n')}\n`;
}
