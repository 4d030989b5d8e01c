// Sorts characters into whitespace, words and digits, as DuckDB's own lexer does.

const asciiWhitespace = /[ \t\n\r\f\v]/;
const unicodeSpaces = /[\u00A0\u2000-\u200D\u202F\u205F\u2060\u3000\uFEFF]/;
const wordStart = /[A-Za-z_\u0080-\uFFFF]/;
const wordPart = /[A-Za-z_0-9$\u0080-\uFFFF]/;

export function isWhitespace(character: string): boolean {
  return asciiWhitespace.test(character) || isUnicodeSpace(character);
}

/** DuckDB turns these into spaces before it parses; we do it first, so that offsets keep their meaning. */
function isUnicodeSpace(character: string): boolean {
  return unicodeSpaces.test(character);
}

export function isWordStart(character: string): boolean {
  return wordStart.test(character) && !isUnicodeSpace(character);
}

export function isWordPart(character: string): boolean {
  return wordPart.test(character) && !isUnicodeSpace(character);
}

export function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

const pathEnds = new Set([',', ';', '(', ')', "'", '"', '`', '']);

/** An unquoted path ends at whitespace, a comma, a semicolon, a bracket or a quote. */
export function endsPath(character: string): boolean {
  return pathEnds.has(character) || isWhitespace(character);
}
