// Reads the rows of an answer in JSON as values, numbers with all their digits.
import { ExactNumber } from '../client/exact-number.ts';
import { readJson, type Value } from '../client/read-json.ts';
import type { QueryAnswer } from '../query/query-answer.ts';

/** Of an answer with the layout `json-array`, which is closed then. */
export async function exactRows(answer: QueryAnswer): Promise<readonly (readonly Value[])[]> {
  try {
    const parts: Uint8Array[] = [];
    for await (const part of answer.rows()) parts.push(part);
    const rows = readJson(`[${Buffer.concat(parts)}]`, (digits) => new ExactNumber(digits));
    return rows as readonly (readonly Value[])[];
  } finally {
    await answer.close();
  }
}
