// Writes a path or a name as SQL: bare where that is unmistakable, else in quotes.
import { identifier, literal } from '../../text/sql-text.ts';
import { wordsThatNeedQuotes } from './keywords.ts';

const barePath = /^(?!\/\*)[\p{L}_./~][\p{L}\p{N}_./~+@%=\-#&!$^]*$/u;
const bareName = /^[a-z_][a-z0-9_]*$/i;

export function pathInSql(path: string): string {
  const isBare = barePath.test(path) && path.includes('.') && !path.includes('--');
  return isBare ? path : literal(path);
}

export function nameInSql(name: string): string {
  const isBare = bareName.test(name) && !wordsThatNeedQuotes.has(name.toUpperCase());
  return isBare ? name : identifier(name);
}
