// The words for the values a chart leaves out.

export function skippedNote(skipped: number): string {
  if (skipped === 0) return '';
  return `${skipped} ${skipped === 1 ? 'value' : 'values'} not drawn: NULL or not finite`;
}
