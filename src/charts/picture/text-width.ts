// The width of a line of text in DejaVu Sans, estimated: there is no canvas to ask.

/** Of the font size, for the first class of characters that fits. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'|!() [\]]/, 0.36],
  [/[frt"/\\-]/, 0.42],
  [/[mwMW%@]/, 0.9],
  [/[A-HJ-LN-VX-Z]/, 0.7],
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{3ffff}]/u, 1],
];
const otherWidth = 0.62;

export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) {
    width += widths.find(([pattern]) => pattern.test(character))?.[1] ?? otherWidth;
  }
  return width * fontSize;
}
