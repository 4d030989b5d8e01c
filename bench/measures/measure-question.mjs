// Asks one question of fresh copies of its files, by the program and by a reference in turns, and compares.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataFile } from '../generate-data.mjs';
import { openReference, quotedPaths } from '../references/open-reference.mjs';
import { median, sum } from '../service/numbers.mjs';
import { assertSameAnswer } from './assert-same-answer.mjs';
import { withFreshCopies } from './fresh-copies.mjs';
import { questions } from './questions.mjs';
import { openCommandLine, openService } from './ways.mjs';

const ways = { http: openService, command: openCommandLine };

/** The clock of a process tree ticks every 10 ms: less than this is not told. */
const leastCpuMs = 200;

export async function measureQuestion(asked, { folder, rounds }) {
  const files = await filesOf(asked, folder, asked.size);
  const smallFiles = await filesOf(asked, folder, '50kB');
  const target = join(folder, 'copied.json');
  const program = await ways[asked.way](folder);
  try {
    const reference = await openReference(asked);
    try {
      const turn = { asked, program, reference, target };
      await withFreshCopies(folder, smallFiles, 1, (copies) => takeTurns(turn, copies));
      const series = await withFreshCopies(folder, files, rounds, (copies) =>
        takeTurns(turn, copies),
      );
      return summary(series, program.peakBytes());
    } finally {
      await reference.close();
    }
  } finally {
    await program.close();
    rmSync(target, { force: true });
  }
}

async function filesOf({ question, texts, numbers }, folder, size) {
  const paths = {};
  for (const name of questions[question].files) {
    paths[name] = await dataFile(folder, name, { size, texts, numbers });
  }
  return paths;
}

/** Who begins changes from round to round. */
async function takeTurns({ asked, program, reference, target }, copies) {
  const { sql, referenceSql } = questions[asked.question];
  const series = { reference: [], first: [], second: [], third: [] };
  const isLarge = referenceSql !== undefined;
  for (const [round, paths] of copies.entries()) {
    const askReference = async () => {
      rmSync(target, { force: true });
      const statement = (referenceSql ?? sql)(reference.tables(paths), target);
      series.reference.push(await reference.ask(statement, paths));
    };
    const askProgram = async () => {
      for (const run of runsOf(asked)) {
        if (run === 'third') await program.untilQuiet();
        series[run].push(await program.ask(sql(quotedPaths(paths)), { isLarge }));
      }
      await program.untilQuiet();
    };
    const turns = round % 2 === 0 ? [askReference, askProgram] : [askProgram, askReference];
    for (const turn of turns) await turn();
    assertSameAnswer(series, { round, isLarge });
  }
  return series;
}

/** Beside peers only the first answer: the others say the same as beside DuckDB. */
function runsOf({ way, reference }) {
  const isRepeated = way === 'http' && reference.startsWith('duckdb');
  return isRepeated ? ['first', 'second', 'third'] : ['first'];
}

function summary({ reference, ...series }, peakBytes) {
  const msOf = (answers) => median(answers.map(({ ms }) => ms));
  const cpuOf = (answers) => sum(answers.map(({ cpuMs }) => cpuMs));
  const referenceMs = msOf(reference);
  const referencePeakBytes = Math.max(...reference.map((answer) => answer.peakBytes));
  const figures = {};
  for (const [run, answers] of Object.entries(series)) {
    if (answers.length > 0) figures[run] = msOf(answers) / referenceMs;
  }
  if (figures.second !== undefined) figures.secondToFirst = figures.second / figures.first;
  const cpu = cpuOf(series.first) / cpuOf(reference);
  if (cpuOf(reference) >= leastCpuMs && Number.isFinite(cpu)) figures.cpu = cpu;
  if (peakBytes !== undefined) figures.memory = peakBytes / referencePeakBytes;
  return { oursMs: msOf(series.first), referenceMs, peakBytes, referencePeakBytes, figures };
}
