// Tells what options that other programs have are called here.

/** As DuckDB, SQLite, psql, Miller, qsv and csvkit spell them. */
const spellings: Readonly<Record<string, string>> = {
  '-c': 'the query is the argument itself: pathql "SELECT …"',
  '-e': 'the query is the argument itself: pathql "SELECT …"',
  '-s': 'the query is the argument itself: pathql "SELECT …"',
  '--query': 'the query is the argument itself: pathql "SELECT …"',
  '-csv': '-o:CSV',
  '-json': '-o:JSON',
  '-jsonlines': '-o:NDJSON',
  '-markdown': '-o:MARKDOWN',
  '-line': '-o:VERTICAL',
  '-table': '-o:TABLE',
  '-noheader': '--no-output-header',
  '-separator': '--output-delim',
  '-nullvalue': '--null, of the file that is read',
  '-d': '--delim',
  '-t': '--delim tab',
  '--delimiter': '--delim',
  '--separator': '--delim',
  '--fs': '--delim',
  '--ifs': '--delim',
  '--ofs': '--output-delim',
  '--icsv': 'files are read as CSV without it',
  '--csv': '-o:CSV',
  '--json': '-o:JSON',
  '--ojson': '-o:JSON',
  '-H': '--no-header',
  '--no-headers': '--no-header',
  '--output': '--ofile',
  '--limit': 'it is LIMIT in the query, or pathql head -n',
  '-v': '--version, or -V',
  '-p': '--port, of pathql serve',
  '-stats': '--stats',
  '-comment': '--comment',
};

/** What to say behind Here; undefined: nobody is known to call anything like this. */
export function otherSpelling(name: string): string | undefined {
  if (/^-\d+$/.test(name)) return `it is -n ${name.slice(1)}, of pathql head`;
  const known = Object.hasOwn(spellings, name) ? spellings[name] : undefined;
  return known?.startsWith('-') === true ? `it is ${known}` : known;
}
