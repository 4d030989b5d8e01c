// Compares answers over random logs with what another reader finds in them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, testEngine } from '../../test-engine.ts';
import { independentRows } from './independent-log.ts';
import { randomLog } from './random-log.ts';

const files = Number(process.env.RANDOM_LOG_FILES ?? 150);
const firstSeed = Number(process.env.RANDOM_LOG_SEED ?? 1);

test('random logs', { timeout: 600_000 }, async () => {
  const { engine, folder } = await testEngine();
  const seen = { answered: 0, refused: 0 };
  for (let seed = firstSeed; seed < firstSeed + files; seed++) {
    const log = randomLog(seed);
    await writeFile(join(folder, `${seed}.log`), log.content);
    const columns = log.format === 'w3c' ? 'COLUMNS(*)::VARCHAR' : '*';
    const sql = `SELECT ${columns} FROM read_log('${seed}.log', format='${log.format}')`;
    const answer = await ask(engine, sql).catch((error: Error) => error);
    const expected = independentRows(log);
    if (expected === null) {
      expect(answer, String(seed)).toMatchObject({ code: 'file_invalid' });
      seen.refused++;
      continue;
    }
    if (answer instanceof Error) throw new Error(`${seed}: ${answer.message}`, { cause: answer });
    expect(JSON.parse(`[${answer.text}]`), String(seed)).toEqual(expected);
    expect(answer.rowsScanned).toBe(expected.length);
    seen.answered++;
  }
  expect(seen.answered).toBeGreaterThan(files / 2);
  expect(seen.refused).toBeGreaterThan(files / 20);
});
