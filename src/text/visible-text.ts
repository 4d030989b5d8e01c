// Shows letters that cannot be seen, or told from a space, by their numbers in Unicode.

const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const unseen = /[\u00ad\u200b\u2060\ufeff]/g;

/** `<U+FEFF>id` */
export function visibleText(text: string): string {
  return text.replace(spaces, numberOf).replace(unseen, numberOf);
}

/** What a query or a file name holds must not steer the terminal. Line breaks and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '\uFFFD');
}

/** As somebody types it who does not know of such letters. */
export function plainText(text: string): string {
  return text.replace(spaces, ' ').replace(unseen, '');
}

function numberOf(letter: string): string {
  return `<U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
