// Tells by the name of a type, as SQL has it, whether its values can be compared.

/** JSON would be compared as text: the engine refuses that. */
export function hasOrder(type: string): boolean {
  const ownWords = type.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, '');
  return !/\bJSON\b/.test(ownWords);
}
