// Writes regular expressions for Spark, which takes Java's: those of RE2, DuckDB's, that mean the same there, and plain texts.

const classes: Readonly<Record<string, string>> = {
  d: '[0-9]',
  D: '[^0-9]',
  w: '[0-9A-Za-z_]',
  W: '[^0-9A-Za-z_]',
  s: '[\\t\\n\\f\\r ]',
  S: '[^\\t\\n\\f\\r ]',
};

const plain = /[\p{L}\p{N} _\-,;:!%&@#~'"<>=/`°§]/u;
const quantifier = /^(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??(?![*+?{])/;
const escaping = /^\\(?:([dDwWsS])|[tnrf]|[^\p{L}\p{N}\s])/u;
/** No class in a class, nor an intersection of two, which Java alone has. */
const members =
  /^\[\^?(?:[A-Za-z]-[A-Za-z]|\d-\d|\\[dwstnrf\\\]\-.^/]|[\p{L}\p{N} _,;:!%@#~'"<>=/.+*?(){}$|])+-?\]/u;
const classesInClass: Readonly<Record<string, string>> = {
  d: '0-9',
  w: '0-9A-Za-z_',
  s: '\\t\\n\\f\\r ',
};
const group = /^\((?:\?:)?(?!\?)/;

/** Undefined: it has something that is not known to mean the same. */
export function javaPattern(pattern: string): string | undefined {
  let java = '';
  let rest = pattern;
  let mayRepeat = false;
  let open = 0;
  const take = (length: number, written: string, isRepeatable: boolean) => {
    java += written;
    rest = rest.slice(length);
    mayRepeat = isRepeatable;
  };
  while (rest !== '') {
    const [character = ''] = rest;
    const [repeated] = quantifier.exec(rest) ?? [];
    const [escaped, name] = escaping.exec(rest) ?? [];
    const [set] = members.exec(rest) ?? [];
    const [opening] = group.exec(rest) ?? [];
    if (mayRepeat && repeated !== undefined) take(repeated.length, repeated, false);
    else if (escaped !== undefined) take(escaped.length, classes[name ?? ''] ?? escaped, true);
    else if (set !== undefined) take(set.length, javaSet(set), true);
    else if (opening !== undefined) {
      take(opening.length, opening, false);
      open += 1;
    } else if (character === ')' && open > 0) {
      take(1, ')', true);
      open -= 1;
    } else if (character === '.') take(1, '[^\\n]', true);
    else if (character === '^') take(1, '\\A', false);
    else if (character === '$') take(1, '\\z', false);
    else if (character === '|') take(1, '|', false);
    else if (plain.test(character)) take(character.length, character, true);
    else return undefined;
  }
  return open === 0 ? java : undefined;
}

function javaSet(set: string): string {
  return set.replace(/\\(.)/g, (escaped, name: string) => classesInClass[name] ?? escaped);
}

/** Of this text as it stands: at one character, with a backslash where it needs one, Java splits without its engine. */
export function literalPattern(text: string): string {
  return text.replace(/[.$|()[{^?*+\\]/g, '\\$&');
}
