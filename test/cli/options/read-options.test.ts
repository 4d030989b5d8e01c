// Read options as flags, in our spelling and in that of Log Parser: what the engine is asked.
import { describe, expect, test } from 'vitest';
import { readFlags } from '../../../src/cli/options/read-options.ts';
import { readOptions } from '../../../src/kinds/csv/option-table.ts';
import { readGivenOptions } from '../../../src/kinds/csv/read-options.ts';
import { runProgram } from '../run-program.ts';

async function asked(...args: string[]) {
  const { engine, exitCode, stderr } = await runProgram([...args, 'SELECT 1']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return engine.requests[0]?.readOptions;
}

test.each([
  [['--delim', ';'], 'delim', ';'],
  [['--delim:\\t'], 'delim', '\\t'],
  [['--delim', '\\\\t'], 'delim', '\\t'],
  [['--delim', 'tab'], 'delim', '\\t'],
  [['--delim=SPACE'], 'delim', ' '],
  [['-iSeparator:space'], 'delim', ' '],
  [['--quote='], 'quote', ''],
  [['--escape', '\\'], 'escape', '\\'],
  [['--header'], 'header', true],
  [['--no-header'], 'header', false],
  [['--names', 'a,b'], 'names', ['a', 'b']],
  [['--skip', '2'], 'skip', 2],
  [['--comment', '#'], 'comment', '#'],
  [['--encoding=latin-1'], 'encoding', 'latin-1'],
  [['--null', 'NA', '--null', ''], 'nullstr', ['NA', '']],
  [['--date-format', '%d.%m.%Y'], 'dateformat', '%d.%m.%Y'],
  [['--timestamp-format=%d.%m.%Y %H:%M'], 'timestampformat', '%d.%m.%Y %H:%M'],
  [['--decimal', ','], 'decimal_separator', ','],
  [['--thousands', '.'], 'thousands', '.'],
  [['--all-varchar'], 'all_varchar', true],
  [['--null-padding'], 'null_padding', true],
  [['--ignore-errors'], 'ignore_errors', true],
  [['--union-by-name'], 'union_by_name', true],
  [['--filename'], 'filename', true],
  [['--types', 'zip=VARCHAR'], 'types', new Map([['zip', 'VARCHAR']])],
  [
    ['--types', 'a=b=DATE,c=DECIMAL(9,2)'],
    'types',
    new Map([
      ['a=b', 'DATE'],
      ['c', 'DECIMAL(9,2)'],
    ]),
  ],
  [
    ['--types', 'a b=DECIMAL(9,2), day = DATE,'],
    'types',
    new Map([
      ['a b', 'DECIMAL(9,2)'],
      ['day', 'DATE'],
    ]),
  ],
  [['-i:TSV'], 'delim', '\\t'],
  [['-headerRow:OFF'], 'header', false],
  [['-iSeparator:tab'], 'delim', '\\t'],
  [['-ISEPARATOR:;'], 'delim', ';'],
  [['-nSkipLines:4'], 'skip', 4],
  [['-iCodepage:1252'], 'encoding', 'windows-1252'],
  [['-comment:#'], 'comment', '#'],
])('%j is %s', async (args, option, value) => {
  const options = await asked(...args);
  expect([...(options ?? [])]).toEqual([[option, value]]);
  const given = new Map([...(options ?? [])].map(([name, one]) => [name, { value: one }]));
  expect(Object.keys(readGivenOptions(given))).toHaveLength(1);
});

test('every flag has its test above, and names an option there is', async () => {
  for (const option of [...((await asked('--delim', ';', '--skip=1')) ?? new Map()).keys()]) {
    expect(Object.keys(readOptions)).toContain(option);
  }
  expect(readFlags).toHaveLength(20);
});

test('without flags the engine is asked as before', async () => {
  expect(await asked()).toBeUndefined();
  expect(await asked('-i:CSV', '-headerRow:AUTO', '-iCodepage:0')).toBeUndefined();
});

test.each(['head', 'schema'])('%s asks with them, too', async (command) => {
  const { engine } = await runProgram([command, '--delim', ';', 'x.csv']);
  for (const { readOptions } of engine.requests) {
    expect([...(readOptions ?? [])]).toEqual([['delim', ';']]);
  }
});

describe('refused', () => {
  test.each([
    [
      ['--types', 'zip'],
      "--types expects names and types, each name once, as zip=VARCHAR,day=DATE, got 'zip'",
    ],
    [['--types', 'a=INT,a=DATE'], '--types expects'],
    [['--header', '--no-header'], '--header and --no-header exclude each other'],
    [['-i:XML'], "-i takes -i:CSV, -i:TSV, got 'XML'"],
    [['-i:W3C'], 'Leave out -i:W3C: logs are recognised by their first lines'],
    [['-headers:NO'], '-headers takes -headers:ON, -headers:AUTO, -headers:OFF'],
    [['--url', 'http://x', '--delim', ';'], 'leave out --delim'],
    [
      ['--url', 'http://x', '--data-dir', '.', '--memory-limit=1GB'],
      'leave out --data-dir, --memory-limit',
    ],
  ])('%j', async (args, message) => {
    const { exitCode, stderr, engine } = await runProgram([...args, 'SELECT 1']);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
    expect(engine.requests).toEqual([]);
  });
});

test('the time limit of a query goes along to a server', async () => {
  const args = ['--url', 'http://x', '--query-timeout-ms', '50', 'SELECT 1'];
  expect((await runProgram(args)).engine.requests).toMatchObject([{ timeoutMs: 50 }]);
});

test('options may stand before the command', async () => {
  const { engine } = await runProgram(['--url', 'http://x', '-n2', 'head', 'x.csv']);
  expect(engine.requests).toMatchObject([{ sql: "SELECT * FROM 'x.csv' LIMIT 2" }]);
});
