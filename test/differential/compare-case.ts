// Asks Pathql about the files of a case, and compares with what the independent reader finds.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PathqlError } from '../../src/errors.ts';
import { writeOld } from '../temporary-folder.ts';
import { ask, type TestEngine } from '../test-engine.ts';
import { decodeRows } from './decode-rows.ts';
import { type Altered, type Fault, type Reading, readIndependently } from './independent-reader.ts';
import type { Value } from './independent-types.ts';
import { randomOf } from './random.ts';
import type { RandomCase } from './random-file.ts';
import { type FoundTable, fromOf, makeQuestion, type Question } from './random-questions.ts';
import type { ReadOptions } from './read-options.ts';

export interface Comparison {
  readonly outcome: 'answered' | 'refused';
  readonly questions: readonly string[];
  /** What Pathql and the independent reader do not agree on. */
  readonly differences: readonly string[];
}

export async function compareCase(
  target: TestEngine,
  seed: number,
  { files, options }: RandomCase,
): Promise<Comparison> {
  for (const { name, stored } of files) await writeOld(join(target.folder, name), stored);
  const from = fromOf(pathOf(files), options);
  const isGlob = files.length > 1;
  const reading = await chooseReading({
    target,
    from,
    isGlob,
    readings: readingsOf(files, options),
  });
  const questions =
    'faults' in reading ? [anyQuestion(from)] : questionsOf(seed, from, reading, isGlob);
  const asked: string[] = [];
  const differences: string[] = [];
  for (const question of questions) {
    asked.push(question.kind);
    const difference = await compareAnswer({ target, question, reading, isGlob });
    if (difference === undefined) continue;
    differences.push(`question ${asked.length}, ${question.sql}\n${difference}`);
    break;
  }
  for (const { name } of files) await rm(join(target.folder, name));
  return { outcome: 'faults' in reading ? 'refused' : 'answered', questions: asked, differences };
}

/** Where the docs allow several readings, that to which the answer belongs. */
async function chooseReading(request: {
  readonly target: TestEngine;
  readonly from: string;
  readonly isGlob: boolean;
  readonly readings: readonly Reading[];
}): Promise<Reading> {
  const { from, readings } = request;
  const [first] = readings;
  if (first === undefined) throw new Error('a file without a reading');
  if (readings.length === 1) return first;
  for (const reading of readings) {
    const table = 'faults' in reading ? { columns: [], rows: [] } : reading;
    const question = makeQuestion({ from, random: randomOf(0), ...table }, 'everything');
    const difference = await compareAnswer({ ...request, question, reading });
    if (difference === undefined) return reading;
  }
  return first;
}

function pathOf(files: RandomCase['files']): string {
  const { name } = files[0] ?? { name: '' };
  if (files.length === 1) return name;
  return name.replace(/_\d*/, '_*').replace(/=[^/]*/g, '=*');
}

function readingsOf(files: RandomCase['files'], options: ReadOptions): Reading[] {
  const whole = files.flatMap(({ name, content }) => (content ? [{ name, content }] : []));
  const readings = readIndependently(whole, options);
  if (whole.length === files.length) return readings;
  // What comes before its end may be faulty, too.
  const faults = [
    { reason: 'cut short', line: undefined },
    { reason: 'cut short', line: 1, lastLine: Infinity },
  ];
  return readings.map((reading) => ({
    faults: 'faults' in reading ? [...reading.faults, ...faults] : faults,
  }));
}

function anyQuestion(from: string): Question {
  return makeQuestion({ from, random: randomOf(0), columns: [], rows: [] }, 'everything');
}

/** The first is answered by reading the file, the second loads it into the cache, the third comes from there. */
function questionsOf(seed: number, from: string, table: FoundTable, isGlob: boolean): Question[] {
  const random = randomOf(seed);
  const request = { from, random, ...table };
  const all = makeQuestion(request, 'everything');
  const types = makeQuestion(request, 'types');
  if (random.chance(0.3)) return [all, all, all, types];
  const any = () => {
    const question = makeQuestion(request);
    return isGlob && question.kind === 'limit' ? all : question;
  };
  return random.chance(0.5) ? [any(), types, all] : [types, any(), any(), any()];
}

interface Asked {
  readonly target: TestEngine;
  readonly question: Question;
  readonly reading: Reading;
  readonly isGlob: boolean;
}

async function compareAnswer(request: Asked): Promise<string | undefined> {
  const { target, question, reading, isGlob } = request;
  try {
    const { columns, text, rowsScanned, warnings } = await ask(target.engine, question.sql);
    if ('faults' in reading) {
      return `answered ${shown(columns)} ${text.slice(0, 500)}\nbut to refuse is: ${shown(reading.faults.slice(0, 5))}`;
    }
    // Rows of several files come in any order.
    const order = isGlob ? sorted : (rows: readonly (readonly Value[])[]) => rows;
    return (
      firstDifference('columns', [columns], question.columns && [question.columns]) ??
      firstDifference('rows', order(decodeRows(text)), order(question.rows)) ??
      firstDifference('rows scanned', [[rowsScanned]], question.scanned && [[question.scanned]]) ??
      firstDifference(
        'warnings',
        warnings.filter((warning) => !isAdvice.test(warning)).map(alteredBy),
        reading.altered.map(shownAltered),
      )
    );
  } catch (error) {
    return compareError(error, reading, target.log);
  }
}

/** Which file looks like a table below a title the docs leave open, and what is a guess the reader does not tell. */
const isAdvice =
  /^The first record of | is read as (?:one column, as (?:its first line has no delimiter|the delimiter that is given separates no fields)|the names of its columns)\. /;

const altering =
  / (left out|filled up) ([\d,]+) records? (?:\(([\d,]+) lines?\)|with NULL), at lines? ([\d, ]+)/;

/** How records were altered, how many, how many lines, and the first lines, as a warning tells them. */
function alteredBy(warning: string): string[] {
  const found = altering.exec(warning);
  if (found === null) return [warning];
  return found.slice(1).map((part = '') => part.replace(/[, ]+$/, ''));
}

function shownAltered({ how, records, lines, firstLines }: Altered): string[] {
  return [how, String(records), String(lines ?? ''), firstLines.slice(0, 5).join(', ')];
}

function compareError(
  error: unknown,
  reading: Reading,
  log: TestEngine['log'],
): string | undefined {
  if (error instanceof SyntaxError) return `answered what is no JSON: ${error.message}`;
  if (!(error instanceof PathqlError)) throw error;
  if (error.code !== 'csv_invalid' && error.code !== 'read_option_invalid') {
    const cause = error.cause instanceof Error ? error.cause.message : JSON.stringify(log.at(-1));
    return `failed with ${error.code}: ${error.message}\n${cause}`;
  }
  if (!('faults' in reading)) return `refused: ${error.message}`;
  const line = /, line (\d+)[:,]/.exec(error.message)?.[1];
  const isRight = reading.faults.some((fault) => isNamed(fault, line));
  if (isRight) return undefined;
  return `refused: ${error.message}\nbut what is wrong is: ${shown(reading.faults.slice(0, 5))}`;
}

function isNamed(fault: Fault, line: string | undefined): boolean {
  const { line: first, lastLine = first } = fault;
  if (line === undefined || first === undefined || lastLine === undefined) return first === line;
  return first <= Number(line) && Number(line) <= lastLine;
}

function sorted(rows: readonly (readonly Value[])[]): (readonly Value[])[] {
  const keyed = rows.map((row) => ({ row, key: JSON.stringify(row) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ row }) => row);
}

function firstDifference(
  what: string,
  found: readonly (readonly unknown[])[],
  expected: readonly (readonly unknown[])[] | undefined | 0,
): string | undefined {
  if (expected === undefined || expected === 0) return undefined;
  const length = Math.max(found.length, expected.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [shown(found[index]), shown(expected[index])];
    if (one !== other) {
      return `${what} ${index} (${found.length} and ${expected.length}):\n  Pathql ${one}\n  reader ${other}`;
    }
  }
  return undefined;
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
