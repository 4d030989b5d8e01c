// Writes a value as one line of a terminal: without line breaks, tabs and control characters.

/** Line breaks and tabs as signs for them; what could steer the terminal as U+FFFD. */
export function cellText(text: string): string {
  if (!/[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(text)) return text;
  return text
    .replace(/\r\n|\r|\n|[\u2028\u2029]/g, '↵')
    .replaceAll('\t', '⇥')
    .replace(/[\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD');
}
