// Finds the narrowest type that holds given texts exactly. More texts only ever widen it.
import {
  type ExactType,
  type ExactTypeName,
  exactTypes,
  isExact,
  maxDigits,
} from './exact-types.ts';

export function narrowestType(texts: readonly string[]): ExactType {
  if (texts.length === 0) return { name: 'NULL', scale: 0 };
  for (const name of exactTypes) {
    const type = name === 'DECIMAL' ? decimalType(texts) : { name, scale: 0 };
    if (type !== null && holdsAll(type, texts)) return type;
  }
  return { name: 'VARCHAR', scale: 0 };
}

function holdsAll(type: ExactType, texts: readonly string[]): boolean {
  return texts.every((text) => isExact(text, type));
}

/** With as many digits after the point as any text has. */
function decimalType(texts: readonly string[]): ExactType | null {
  const name: ExactTypeName = 'DECIMAL';
  let scale = 0;
  for (const text of texts) {
    const own = digitsAfterPoint(text);
    if (own > maxDigits || !isExact(text, { name, scale: own })) return null;
    scale = Math.max(scale, own);
  }
  return { name, scale };
}

function digitsAfterPoint(text: string): number {
  const trimmed = text.trim();
  const point = trimmed.indexOf('.');
  return point === -1 ? 0 : trimmed.length - point - 1;
}
