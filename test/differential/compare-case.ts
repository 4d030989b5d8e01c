// Asks Pathql about the files of a case, and compares with what the independent reader finds.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PathqlError } from '../../src/errors.ts';
import { writeOld } from '../temporary-folder.ts';
import { ask, type TestEngine } from '../test-engine.ts';
import { decodeRows } from './decode-rows.ts';
import { type Fault, type Reading, readIndependently } from './independent-reader.ts';
import type { Value } from './independent-types.ts';
import { randomOf } from './random.ts';
import type { RandomCase } from './random-file.ts';
import { type FoundTable, fromOf, makeQuestion, type Question } from './random-questions.ts';

export interface Comparison {
  readonly outcome: 'answered' | 'refused';
  readonly questions: readonly string[];
  /** What Pathql and the independent reader do not agree on. */
  readonly differences: readonly string[];
}

interface Outcome {
  readonly question: Question;
  readonly difference: string | undefined;
}

export async function compareCase(
  { engine, folder, log }: TestEngine,
  seed: number,
  { files, options }: RandomCase,
): Promise<Comparison> {
  for (const { name, stored } of files) await writeOld(join(folder, name), stored);
  const path =
    files.length === 1
      ? (files[0]?.name ?? '')
      : `${files[0]?.name.replace(/_.*/, '')}_*${endingOf(files[0]?.name)}`;
  const from = fromOf(path, options);
  const reading = readingOf(files, options);
  const questions =
    'faults' in reading
      ? [everything(from, { columns: [], rows: [] })]
      : questionsOf(seed, from, reading);
  const asked: Outcome[] = [];
  for (const question of questions) {
    const difference = await compareAnswer({
      engine,
      log,
      question,
      reading,
      isGlob: files.length > 1,
    });
    asked.push({ question, difference });
    if (difference !== undefined) break;
  }
  for (const { name } of files) await rm(join(folder, name));
  return {
    outcome: 'faults' in reading ? 'refused' : 'answered',
    questions: asked.map(({ question }) => question.kind),
    differences: asked.flatMap(({ question, difference }, index) =>
      difference === undefined ? [] : [`question ${index + 1}, ${question.sql}\n${difference}`],
    ),
  };
}

function endingOf(name = ''): string {
  return name.slice(name.indexOf('.'));
}

function readingOf(files: RandomCase['files'], options: RandomCase['options']): Reading {
  const contents = files.flatMap(({ content }) => content ?? []);
  if (contents.length === files.length) return readIndependently(contents, options);
  const whole = readIndependently(contents, options);
  const faults = [{ reason: 'cut short', line: undefined }];
  return { faults: 'faults' in whole ? [...whole.faults, ...faults] : faults };
}

function everything(from: string, table: FoundTable): Question {
  return makeQuestion({ from, random: randomOf(0), ...table }, 'everything');
}

/** The first is answered by reading the file, the second loads it into the cache, the third comes from there. */
function questionsOf(seed: number, from: string, table: FoundTable): Question[] {
  const random = randomOf(seed);
  const request = { from, random, ...table };
  const all = everything(from, table);
  const types = makeQuestion(request, 'types');
  if (random.chance(0.3)) return [all, all, all, types];
  if (random.chance(0.5)) return [makeQuestion(request), types, all];
  return [types, makeQuestion(request), makeQuestion(request), makeQuestion(request)];
}

interface Asked {
  readonly engine: TestEngine['engine'];
  readonly log: TestEngine['log'];
  readonly question: Question;
  readonly reading: Reading;
  readonly isGlob: boolean;
}

async function compareAnswer({
  engine,
  log,
  question,
  reading,
  isGlob,
}: Asked): Promise<string | undefined> {
  try {
    const { columns, text, rowsScanned } = await ask(engine, question.sql);
    if ('faults' in reading) {
      return `answered ${shown(columns)} ${text.slice(0, 500)}\nbut to refuse is: ${shown(reading.faults.slice(0, 5))}`;
    }
    return (
      firstDifference('columns', [columns], question.columns && [question.columns]) ??
      firstDifference('rows', ...inOneOrder(decodeRows(text), question, isGlob)) ??
      firstDifference('rows scanned', [[rowsScanned]], question.scanned && [[question.scanned]])
    );
  } catch (error) {
    return compareError(error, reading, log);
  }
}

function compareError(
  error: unknown,
  reading: Reading,
  log: TestEngine['log'],
): string | undefined {
  if (!(error instanceof PathqlError)) throw error;
  if (error.code !== 'csv_invalid' && error.code !== 'read_option_invalid') {
    return `failed with ${error.code}: ${error.message}\n${shownCause(error)} ${shownLog(log)}`;
  }
  if (!('faults' in reading)) return `refused: ${error.message}`;
  const line = /, line (\d+):/.exec(error.message)?.[1];
  const isRight = reading.faults.some((fault) => isNamed(fault, line));
  if (isRight) return undefined;
  return `refused: ${error.message}\nbut what is wrong is: ${shown(reading.faults.slice(0, 5))}`;
}

function isNamed(fault: Fault, line: string | undefined): boolean {
  if (line === undefined) return fault.line === undefined || fault.line === 1;
  return fault.line === Number(line);
}

/** Rows of several files come in any order. */
function inOneOrder(
  found: readonly (readonly Value[])[],
  { kind, rows }: Question,
  isGlob: boolean,
): [readonly (readonly Value[])[], readonly (readonly Value[])[] | undefined] {
  if (!isGlob) return [found, rows];
  if (kind === 'limit')
    return [[[found.length]].map(String), [[rows.length]].map(String)].map((x) => [x]) as never;
  return [sorted(found), sorted(rows)];
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

function shownCause({ cause }: Error): string {
  return cause instanceof Error ? `${cause.message}` : '';
}

function shownLog(log: TestEngine['log']): string {
  const last = log.at(-1);
  return last === undefined || last.level === 'debug'
    ? ''
    : `${last.message}${Object.values(last.fields)}`;
}
