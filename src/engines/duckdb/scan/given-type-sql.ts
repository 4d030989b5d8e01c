// STUB until merge
import type { ReadOptions } from '../../../csv/read-options.ts';
export function isGivenReadAs(type: string, _options: ReadOptions): boolean {
  return type === 'VARCHAR';
}
export function givenValueSql(s: string, type: string, _options: ReadOptions): string {
  return type === 'VARCHAR' ? s : `CAST(${s} AS ${type})`;
}
