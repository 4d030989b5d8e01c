// Breaks text into lines that fit a terminal of 80 columns, for help.

export const helpWidth = 80;

/** Each line begins with `indent`. A word that is longer than a line stays whole. */
export function wrapText(text: string, indent = ''): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (indent.length + line.length + 1 + word.length <= helpWidth) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return lines.map((line) => indent + line).join('\n');
}

/** `start`, and beside it, or below where it is too long, the text in a column of its own. */
export function besideName(start: string, text: string, column: number): string {
  const lines = wrapText(text, ' '.repeat(column));
  if (start.length + 2 > column) return `${start}\n${lines}`;
  return start.padEnd(column) + lines.slice(column);
}
