// Which characters stand for what, as DuckDB's own lexer has it.

const unicodeBlanks = /[\u00A0\u2000-\u200D\u202F\u205F\u2060\u3000\uFEFF]/;
const blank = /[ \t\n\r\f\v]/;
const wordStart = /[A-Za-z_\u0080-\uFFFF]/;
const wordPart = /[A-Za-z_0-9$\u0080-\uFFFF]/;

/** DuckDB turns these into blanks before it parses; we do it first, so that offsets keep their meaning. */
export function isUnicodeBlank(character: string): boolean {
  return unicodeBlanks.test(character);
}

export function isBlank(character: string): boolean {
  return blank.test(character) || isUnicodeBlank(character);
}

export function isWordStart(character: string): boolean {
  return wordStart.test(character) && !isUnicodeBlank(character);
}

export function isWordPart(character: string): boolean {
  return wordPart.test(character) && !isUnicodeBlank(character);
}

export function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

const pathEnds = new Set([',', ';', '(', ')', "'", '"', '`', '']);

/** An unquoted path ends at a blank, a comma, a semicolon, a bracket or a quote. */
export function endsPath(character: string): boolean {
  return pathEnds.has(character) || isBlank(character);
}
