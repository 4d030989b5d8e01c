// Scans JSON files from disk: the same in one piece and in several, wherever they are cut.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanJson } from '../../../src/kinds/json/scan-json.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Findings, or the message of the error. */
async function found(path: string, maxPieces: number): Promise<unknown> {
  const scan = {
    file: { path, shownPath: 'x.ndjson' },
    compression: 'none',
    maxRecordBytes: 200,
    signal: new AbortController().signal,
  } as const;
  return scanJson(scan, { minPieceBytes: 1, maxPieces }).then(
    ({ columns, ...others }) => ({ ...others, columns: columns.map((facts) => ({ ...facts })) }),
    (error: Error) => error.message,
  );
}

const lines = [
  '{"a":1}',
  '{"a":2.5,"b":"é"}',
  '{"b":"2024-01-31"}',
  '{"c":[{"d":-0}]}',
  '{"a":null}',
];
const files: Readonly<Record<string, string>> = {
  lines: lines.join('\n'),
  'lines with CRLF, and empty ones': `${lines.join('\r\n\r\n')}\n\n`,
  'a byte order mark': `\ufeff${lines.join('\n')}`,
  'several objects in a line': `${lines.join('\n')} ${lines.join('\n')}`,
  'an object over several lines': `${lines.join('\n')}\n{\n"a":\n{"b":1}\n}\n${lines.join('\n')}`,
  'a list behind an object': `{"a":1}\n[\n${lines.join('\n,')}\n]`,
  'a list': `[\n${lines.join(',\n')}\n]`,
  'objects over several lines': '{\n"a": 1\n}\n{\n"a": {\n"b": 1\n}\n}',
  'a key twice': `${lines.join('\n')}\n{"a":1,"a":2}\n${lines.join('\n')}`,
  'two faults': `${lines.join('\n')}\n{"a":01}\n${lines.join('\n')}\n{"a":nul}`,
  'no UTF-8': `${lines.join('\n')}\n{"a":"\xff"}\n${lines.join('\n')}`,
  'an object that is not closed': `${lines.join('\n')}\n{"a":1\n${lines.join('\n')}`,
  'a list that is not closed': `${lines.join('\n')}\n{"a":[\n${lines.join('\n')}`,
  'cut short': `${lines.join('\n')}\n{"a":`,
  'a record that is too long': `${lines.join('\n')}\n{"a":"${'x'.repeat(200)}"}\n${lines.join('\n')}`,
};

describe('in pieces a file is found to be what it is as a whole', () => {
  test.each(Object.entries(files))('%s', async (name, content) => {
    const path = join(await temporaryFolder(), 'x.ndjson');
    const encoding = name === 'no UTF-8' ? 'latin1' : 'utf8';
    await writeFile(path, content, encoding);
    const whole = await found(path, 1);
    for (const pieces of [2, 3, 4]) expect(await found(path, pieces)).toEqual(whole);
    // The cut goes to the end, place by place.
    for (let spaces = 4; spaces < content.length; spaces += 4) {
      await writeFile(path, content + ' '.repeat(spaces), encoding);
      expect(await found(path, 2), `${spaces} spaces`).toEqual(whole);
    }
  });
});

test('a fault has its line, in whichever piece it is', async () => {
  const path = join(await temporaryFolder(), 'x.ndjson');
  for (let line = 1; line <= 12; line++) {
    const content = Array.from({ length: 12 }, (_, i) => (i + 1 === line ? '{"a":01}' : '{"a":1}'));
    await writeFile(path, content.join('\n'));
    const words = `line ${line}: expected a number without leading zeros, found`;
    expect(await found(path, 4)).toContain(words);
  }
});

describe('an object that is not closed is told where it begins', () => {
  const unclosed = [
    '{"a":1',
    '{"a":1,',
    '{"a":',
    '{',
    '{"a":[1',
    '{"a":[',
    '{"b":{"c":1}',
    '{"b":{"c":"é"',
  ];
  const next = 'an object begins here and is not closed before the next one';
  const last = 'an object begins here and is not closed';

  test.each(unclosed)('%s', async (object) => {
    const path = join(await temporaryFolder(), 'x.ndjson');
    for (const line of [1, 7, 11, 12]) {
      const content = Array.from({ length: 12 }, (_, i) => (i + 1 === line ? object : '{"a":1}'));
      for (const end of ['\n', '\r\n', '\n  ']) {
        await writeFile(path, content.join(end));
        // An object that is a value of the one before leaves none behind it.
        const isLast = line === 12 || (line === 11 && /[:[]$/.test(object));
        const words = `The file 'x.ndjson', line ${line}: ${isLast ? last : next}`;
        if (end === '\n  ' && line === 1) continue;
        for (const pieces of [1, 4]) expect(await found(path, pieces)).toBe(words);
      }
    }
  });

  test('in a list, wherever a chunk ends', async () => {
    const path = join(await temporaryFolder(), 'x.json');
    for (let blanks = 1; blanks < 128; blanks += 3) {
      const first = `{"a":"${'x'.repeat(90)}"}`;
      const rows = Array.from({ length: 10_279 }, () => `  ${first}`);
      const tail = '  {"a":1\n  {"a":2}\n]';
      await writeFile(path, `[${' '.repeat(blanks)}\n${rows.join(',\n')},\n${tail}`);
      expect(await found(path, 1)).toContain(`line 10281: ${next}`);
    }
  });

  test('a fault within an object of several lines stands where it is', async () => {
    const path = join(await temporaryFolder(), 'x.ndjson');
    await writeFile(path, '{"a": [\n  {"b": 1}\n  {"b": 2}\n]}\n');
    expect(await found(path, 1)).toContain("line 3: expected ',' or ']', found");
    await writeFile(path, '{\n"a": 1\n"b": 2\n}\n');
    expect(await found(path, 1)).toContain("line 3: expected ',' or '}', found");
  });
});

test('a scan in pieces hears its signal', async () => {
  const path = join(await temporaryFolder(), 'x.ndjson');
  await writeFile(path, '{"a":1}\n'.repeat(200_000));
  const stop = new AbortController();
  const scan = {
    file: { path, shownPath: 'x.ndjson' },
    compression: 'none',
    maxRecordBytes: 200,
    signal: stop.signal,
  } as const;
  const scanned = scanJson(scan, { minPieceBytes: 1, maxPieces: 2 });
  stop.abort(new Error('enough'));
  await expect(scanned).rejects.toThrow('enough');
});
