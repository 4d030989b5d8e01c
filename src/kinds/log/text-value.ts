// Tells the value that a text of a log stands for.

/** `-` is written where there is none; as in CSV, nothing at all is NULL, too. */
export function textValue(text = '-'): string | null {
  return text === '-' || text === '' ? null : text;
}
