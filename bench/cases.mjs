// Puts all cases of the benchmark in one list, and picks those that the options ask for.

import { measureQuestion } from './measures/measure-question.mjs';
import { measureMemory } from './measures/memory.mjs';
import { questionCases } from './measures/questions.mjs';
import { headCases, measureHead, measureStartUp } from './measures/short-commands.mjs';
import { measureTinyQuery } from './measures/tiny-query.mjs';
import { defaultBytes, quickBytes, sizes } from './sizes.mjs';

const command = { way: 'command', reference: 'node -e 0' };

/** `labels` name a case, in the table and for --only. */
export const allCases = [
  { measure: measureStartUp, labels: { question: 'start-up', ...command } },
  ...headCases.map((file) => ({
    measure: measureHead,
    labels: { question: 'head', ...file, ...command, reference: 'start-up' },
  })),
  {
    measure: measureTinyQuery,
    labels: { question: 'tiny-query', way: 'http', reference: 'fastify' },
  },
  ...questionCases.map((labels) => ({ measure: measureQuestion, labels })),
  {
    measure: measureMemory,
    labels: { question: 'memory', size: '160MB', texts: 'plain', numbers: 'decimals', way: 'http' },
  },
];

/** Every word of `only` must be a label of the case. */
export function selectCases({ only = '', quick, large }) {
  const mostBytes = quick ? quickBytes : large ? Infinity : defaultBytes;
  const words = only.split(',').filter(Boolean);
  return allCases.filter(({ labels }) => {
    const bytes = labels.size === undefined ? 0 : sizes[labels.size].bytes;
    return bytes <= mostBytes && words.every((word) => wordsOf(labels).includes(word));
  });
}

export function allLabels() {
  return [...new Set(allCases.flatMap(({ labels }) => wordsOf(labels)))];
}

function wordsOf({ rounds: _, ...labels }) {
  return Object.values(labels);
}
