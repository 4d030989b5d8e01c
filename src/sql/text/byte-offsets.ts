// Converts offsets: DuckDB counts bytes of UTF-8 in its tree and characters in its errors, JavaScript UTF-16 code units.

/** Turns byte offsets of `text` into code unit offsets. Cheap for a text of ASCII only. */
export function fromByteOffsets(text: string): (byteOffset: number) => number {
  const byteLength = Buffer.byteLength(text);
  if (byteLength === text.length) return (offset) => Math.min(offset, text.length);
  const bytes = Buffer.from(text);
  const starts = new Uint32Array(byteLength + 1);
  let units = 0;
  for (let at = 0; at < byteLength; at += 1) {
    const byte = bytes[at] ?? 0;
    const continues = (byte & 0xc0) === 0x80;
    starts[at] = continues ? Math.max(0, units - 1) : units;
    if (!continues) units += byte >= 0xf0 ? 2 : 1;
  }
  starts[byteLength] = units;
  return (offset) => starts[Math.min(Math.max(offset, 0), byteLength)] ?? units;
}

/** The code unit offset of the character at `position`. */
export function fromCharacterPosition(text: string, position: number): number {
  let units = 0;
  let characters = 0;
  for (const character of text) {
    if (characters >= position) return units;
    characters += 1;
    units += character.length;
  }
  return units;
}
