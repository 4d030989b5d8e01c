// Makes a name for a saved file of any text, of signs that every system takes.

const longest = 60;

/** Undefined: nothing is left of the text. */
export function fileNameOf(text: string): string | undefined {
  const name = text
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, longest)
    .toWellFormed();
  return name === '' ? undefined : name;
}
