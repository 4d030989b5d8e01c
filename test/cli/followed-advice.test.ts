// Whatever call or flags the command line proposes for a file is run on that file, and reads it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run-command.ts';
import { openEngine } from '../../src/open-engine.ts';
import type { QueryEngine } from '../../src/run/query-engine.ts';
import { StandInEngine } from '../http/stand-in-engine.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ask, sharedEngine } from '../test-engine.ts';

const engines = { with: sharedEngine(), without: sharedEngine({ dataDir: null }) };

interface Awkward {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** What stands behind FROM, with the folder as F; else the one file. */
  readonly from?: string;
  /** Flags with which it is asked. */
  readonly flags?: readonly string[];
  /** At least so many proposals. */
  readonly proposals: number;
}

const one = (name: string, content: string | Uint8Array, proposals = 1): Awkward => ({
  files: { [name]: content },
  proposals,
});
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const people = 'id,name,city\n1,Ada,Turin\n2,Bo,Lisbon\n3,Cy,Oslo\n';
const combined =
  '1.2.3.4 - - [31/Jan/2024:10:30:00 +0100] "GET / HTTP/1.1" 200 5 "https://a.example/" "Browser"';

const awkward: Readonly<Record<string, Awkward>> = {
  'an application log': one(
    'app.log',
    '2024-05-01 10:00:00 INFO start\n2024-05-01 10:00:01 INFO stop\n',
    0,
  ),
  'an application log with commas': one(
    'app.log',
    '2024-05-01 10:00:00,123 INFO start\n2024-05-01 10:00:01,5 WARN late, but there\n',
  ),
  'a log of words': one('app.log', 'starting up\nlistening\n', 2),
  'a log of words and semicolons': one('app.log', 'start;main\nstop;main\n', 2),
  'a log with a title': one('app.log', `Log of today\n${people}`),
  'a log in Latin-1': one('app.log', latin1('a;b\nGr\xfc\xdfe;1\nK\xf6ln;2\n')),
  'an access log of another form': one('access.log', `www.a.example:80 ${combined} 0.004\n`),
  'lines that are no access log': one('access.txt', `${combined}\nx,y,z\n`, 0),
  'names or data': one('x.csv', 'model,0.1,0.9\nm1,1.5,2.5\n', 2),
  'names or data in a file of another name': one('data.dat', '1,alice\n2,bob\n', 2),
  'names or data without an extension': one('noext', '1,alice\n2,bob\n', 2),
  addresses: one('x.csv', 'ann@x.de,Berlin\nbob@x.de,Rom\n', 2),
  'a title': one('x.csv', `Report of the year\n${people}`),
  'a title above numbers': one('x.csv', 'Report\n\n1;a;5\n2;b;6\n', 2),
  'a title above semicolons': one('x.csv', `Report\n${people.replaceAll(',', ';')}`),
  'a title filled up with delimiters': one('x.csv', 'Report;;\nid;name;n\n1;a;5\n2;b;6\n'),
  'a title in a file of another name': one('data.dat', `Report\n${people.replaceAll(',', ';')}`),
  'semicolons in JSON by name': one('x.json', 'a;b\n1;2\n3;4\n'),
  'commas in JSON by name': one('x.json', people),
  'commas in Parquet by name': one('x.parquet', people, 0),
  'commas in XML by name': one('x.xml', people),
  comments: one('x.csv', '# one\n# two, three\na,b\n1,2\n'),
  'quotes that are text': one('x.csv', 'a,b\n1,"Vis-à-Vis" Bus\n2,x\n'),
  'quotes after a backslash': one('x.csv', 'a,b\n1,"say \\"x\\", y"\n2,"z"\n'),
  'single quotes': one('x.csv', "a,b\n1,'x, y'\n2,'z'\n"),
  'text after quotes': one('x.csv', 'a,b\n1,"Vis-à-Vis" Bus\n2,"x, y"\n3,"z, w"\n'),
  'windows-1252': one('x.csv', latin1('a,b\n1,caf\xe9 \x80 5\n2,na\xefve\n')),
  'UTF-16 without a mark': one('x.csv', Buffer.from('a,b\n1,é\n', 'utf16le')),
  'UTF-16 of which nothing tells the byte order': {
    ...one('x.csv', Buffer.from('中文', 'utf16le'), 2),
    from: "read_csv('F/x.csv', encoding='utf-16')",
  },
  'another mark than the encoding': {
    ...one('x.csv', `\ufeff${people}`),
    from: "read_csv('F/x.csv', encoding='latin-1')",
  },
  'a footer': one('x.csv', `${people}4,Di,Rome\nTotal: 4\n`),
  'short records': one('x.csv', 'a,b,c\n1,2,3\n4,5\n6,7,8\n9,1,2\n'),
  'line ends of two kinds': one('x.csv', 'a,b\n1,2\r\n3,4\n'),
  'an empty first line': one('x.csv', `\n\n${people}`),
  'two delimiters': one('x.csv', 'Temp, C;Hum, %\n20,5;40,1\n21,5;41,1\n', 2),
  'tabs below commas': one('x.csv', 'a, b, c\td\n1\t2\n3\t4\n'),
  'a file with a blank and a quote in its name': one("it's a.csv", `Report\n\n${people}`),
  'a compressed file': one('x.csv.gz', gzipSync(`Report\n\n${people}`)),
  'a long record': one('x.csv', `a,b\n1,${'y'.repeat(17_000_000)}\n`),
  'a delimiter that separates nothing': {
    ...one('x.csv', 'id,n\n1,5\n'),
    flags: ['--delim', ';', '--header'],
  },
  'dates of two readings': {
    ...one('x.csv', 'k,v\na,12/11/2024\nb,01/02/2024\n', 2),
    flags: ['--types', 'v=DATE'],
  },
  'a text for no value': {
    ...one('x.csv', 'id,v\n1,5\n2,-\n'),
    flags: ['--types', 'v=INTEGER'],
  },
  'a column called filename': { ...one('x.csv', 'filename\n5\nx\n'), flags: ['--filename'] },
  'columns called filename and path': {
    ...one('x.csv', 'filename,path\n5,x\n'),
    flags: ['--filename'],
  },
  'a column that is a folder': {
    files: { 'k=1/x.csv': 'k\n5\nx\n' },
    from: "read_csv('F/k=1/x.csv', hive_partitioning=true)",
    proposals: 1,
  },
  'a column of folders': {
    files: { 'k=1/x.csv': 'a\n5\n' },
    from: "(SELECT k FROM 'F/k=1/x.csv')",
    proposals: 0,
  },
  'files with other columns': {
    files: { 'a.csv': 'id,n\n1,2\n', 'b.csv': 'id,m\n3,4\n' },
    from: "'F/?.csv'",
    proposals: 1,
  },
  'one file of two with a title': {
    files: { 'a.csv': people, 'b.csv': `Report\n\n${people}` },
    from: "'F/?.csv'",
    proposals: 1,
  },
  'a file with a title beside one without': {
    files: { 'a.csv': people, 'b.csv': `Report\n\n${people}` },
    from: "'F/a.csv' a, 'F/b.csv' b",
    proposals: 1,
  },
  'names that are guessed in one of two files': {
    files: { 'a.csv': 'k,2019\nDE,5\n', 'b.csv': 'k,2019\nDE,2018\n' },
    from: "'F/?.csv'",
    proposals: 1,
  },
  'numbers and texts in a table of two files': {
    files: { 'a.csv': '1,x\n2,y\n', 'b.csv': '3,z\n4,w\n' },
    from: "'F/?.csv'",
    proposals: 1,
  },
};

/** All runs share one: opening it takes longer than what they ask. */
let opening: Promise<QueryEngine> | undefined;
afterAll(async () => (await opening)?.close());

function withoutClose(engine: QueryEngine): QueryEngine {
  return new Proxy(engine, {
    get(target, name: keyof QueryEngine) {
      if (name === 'close') return async () => undefined;
      const value = target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function run(
  ...args: string[]
): Promise<{ readonly exitCode: number; readonly out: string }> {
  const chunks: Buffer[] = [];
  const collector = () =>
    new Writable({
      write(chunk, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
    });
  const service = new StandInEngine();
  const exitCode = await runCommand(args, {
    io: {
      env: {},
      stdin: Object.assign(Readable.from([]), { isTTY: true }),
      stdout: collector(),
      stderr: Object.assign(collector(), { isTTY: false }),
      onStop: () => () => undefined,
      endBy: () => undefined,
      onFault: () => undefined,
    },
    version: '0.0.0',
    consoleFolder: null,
    apiDocsFolder: null,
    openEngine: async (settings, log, needs) => {
      opening ??= openEngine(settings, log, { ...needs, readsAnyName: true });
      return withoutClose(await opening);
    },
    openService: async () => service,
    openRemote: async () => service,
  });
  return { exitCode, out: Buffer.concat(chunks).toString() };
}

/** Whole calls, up to the bracket that closes them. */
function callsIn(text: string): string[] {
  return [...text.matchAll(/\bread_\w+\((?:[^')]|'(?:[^']|'')*'|\([^)]*\))*\)/g)].map(
    ([call]) => call,
  );
}

function flagsIn(text: string): string[] {
  return [...text.matchAll(/^ *As flags: (.*)$/gm)].flatMap(([, flags = '']) =>
    flags.split('  or  '),
  );
}

/** As a shell splits them. */
function words(flags: string): string[] {
  const written = execFileSync('sh', ['-c', `printf '%s\\0' ${flags}`]).toString();
  return written.split('\0').slice(0, -1);
}

test.each(Object.entries(awkward))('%s', async (_, { files, from, flags = [], proposals }) => {
  const folder = await temporaryFolder(files);
  const path = join(folder, Object.keys(files)[0] ?? '');
  const table = from?.replaceAll('F/', `${folder}/`) ?? `'${path.replaceAll("'", "''")}'`;
  const count = `SELECT count(*) FROM ${table}`;
  const told = [
    (await run(...flags, count)).out,
    (await run('explain', ...flags, count)).out,
    ...(from === undefined ? [(await run('head', ...flags, path)).out] : []),
    ...(from === undefined ? [(await run('schema', ...flags, path)).out] : []),
    ...(from === undefined && flags.length === 0 ? [(await run('sniff', path)).out] : []),
  ].join('\n');
  const calls = new Set(callsIn(told));
  expect(calls.size, told).toBeGreaterThanOrEqual(proposals);
  for (const call of calls) {
    const { exitCode, out } = await run(`SELECT count(*) FROM ${call}`);
    expect({ exitCode, call, out: exitCode === 0 ? '' : out }).toEqual({
      exitCode: 0,
      call,
      out: '',
    });
  }
  for (const proposed of new Set(flagsIn(told))) {
    const { exitCode, out } = await run(...words(proposed), count);
    expect({ exitCode, proposed, out: exitCode === 0 ? '' : out }).toEqual({
      exitCode: 0,
      proposed,
      out: '',
    });
  }
});

test.each(
  Object.entries(awkward).flatMap(([name, one]) =>
    [true, false].map(
      (hasFolder) => [name, hasFolder ? ('with' as const) : ('without' as const), one] as const,
    ),
  ),
)('over the service: %s, %s a data folder', async (_, having, { files, from }) => {
  const { engine, folder } = await engines[having](files);
  const [name = ''] = Object.keys(files);
  const path = `${folder}/${name}`;
  const table = from?.replaceAll('F/', `${folder}/`) ?? `'${path.replaceAll("'", "''")}'`;
  const asked = ask(engine, `SELECT count(*) FROM ${table}`).then(({ warnings }) =>
    warnings.join(),
  );
  const sniffed = engine.sniff({ path }).then((report) => Object.values(report).join());
  const told = await Promise.all([asked, sniffed].map((text) => text.catch(String)));
  for (const call of new Set(callsIn(told.join('\n'))))
    await ask(engine, `SELECT count(*) FROM ${call}`);
});
