// Recognises texts that files write where they have no value.

const marks = /^(?:NA|N\/A|n\/a|NULL|null|None|nan|NaN|-|\?|\.|\\N|)$/;

/** Or the empty text. */
export function meansNoValue(text: string): boolean {
  return marks.test(text);
}
