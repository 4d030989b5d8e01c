// Statements that passed the gate, by their text: the same question asked again is not parsed again.
import {
  type CheckedStatement,
  checkStatement,
  serializeStatementSql,
} from '../sql/check-statement.ts';
import { type ScannedStatement, scanStatement } from '../sql/scan-statement.ts';
import type { Lane } from './duckdb/lanes.ts';

export interface CheckedText {
  readonly scanned: ScannedStatement;
  readonly statement: CheckedStatement;
}

const maxStatements = 500;
/** UTF-16 code units; longer texts are seldom sent twice. */
const maxTextLength = 20_000;

export class StatementMemory {
  readonly #known = new Map<string, CheckedText>();

  /** Rejects with a PathqlError for whatever is not one SELECT. Only DuckDB's parser sees the text. */
  async check(sql: string, lane: Lane): Promise<CheckedText> {
    const known = this.#known.get(sql);
    if (known !== undefined) this.#known.delete(sql);
    const checked = known ?? (await check(sql, lane));
    if (sql.length <= maxTextLength) this.#known.set(sql, checked);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxStatements) break;
      this.#known.delete(oldest);
    }
    return checked;
  }
}

async function check(sql: string, lane: Lane): Promise<CheckedText> {
  const scanned = scanStatement(sql);
  lane.parser ??= await lane.plain.prepare(serializeStatementSql);
  lane.parser.bindVarchar(1, scanned.parserText);
  const reader = await lane.parser.runAndReadAll();
  return { scanned, statement: checkStatement(scanned, String(reader.getRows()[0]?.[0])) };
}
