// Lists the goals, each for the figures it is set for, and tells which of them a result meets.
import { sizes } from './sizes.mjs';

/** All but `select-all`, whose time goes into writing rows. */
const reading = ['aggregate', 'filter', 'join', 'glob', 'limit-10'];

/** A later goal for the same figure replaces an earlier one. Without `reference` DuckDB is meant. */
const goals = [
  { figure: 'first', way: 'http', questions: reading, aboveBytes: 1e6, atMost: 1.3 },
  { figure: 'first', way: 'http', questions: reading, aboveBytes: 159e6, atMost: 1.15 },
  { figure: 'first', questions: ['select-all'], aboveBytes: 1e6, atMost: 1.3 },
  { figure: 'secondToFirst', way: 'http', aboveBytes: 1e6, atMost: 1 },
  { figure: 'third', way: 'http', questions: reading, aboveBytes: 1e6, atMost: 0.08 },
  { figure: 'cpu', way: 'http', aboveBytes: 1e6, atMost: 1.5 },
  { figure: 'first', questions: ['start-up'], reference: 'node -e 0', atMost: 2 },
  { figure: 'extraMs', questions: ['head'], reference: 'start-up', atMost: 60 },
  { figure: 'first', questions: ['tiny-query'], reference: 'fastify', atMost: 1.25 },
  { figure: 'heldMegabytes', questions: ['memory'], reference: undefined, atMost: 150 },
];

/** Figure, bound and whether it is kept, of each goal that is set for this result. */
export function judge({ labels, figures }) {
  const bounds = {};
  for (const goal of goals) if (isSetFor(goal, labels)) bounds[goal.figure] = goal.atMost;
  return Object.entries(bounds)
    .filter(([figure]) => figures[figure] !== undefined)
    .map(([figure, atMost]) => ({ figure, atMost, isMet: rounded(figures[figure]) <= atMost }));
}

function isSetFor(goal, labels) {
  const reference = 'reference' in goal ? goal.reference : 'duckdb';
  const bytes = sizes[labels.size]?.bytes ?? 0;
  return (
    reference === labels.reference &&
    (goal.way ?? labels.way) === labels.way &&
    (goal.questions?.includes(labels.question) ?? true) &&
    (goal.aboveBytes === undefined || bytes > goal.aboveBytes)
  );
}

/** As it is shown: a goal of 1 is met by 1.004. */
function rounded(figure) {
  return Number(figure.toFixed(Math.abs(figure) < 0.1 ? 3 : 2));
}
