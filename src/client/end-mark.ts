// Reads a streamed answer up to the mark that the service ends it with: whatever is on the way, half an answer never looks whole.

/** Of 128 random bits: no value in a file has it. */
export function newEndMark(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The parts before the mark. Returns what stands behind it; undefined: it is missing. */
export async function* chunksBeforeMark(
  parts: AsyncIterable<Uint8Array>,
  mark: string,
): AsyncGenerator<Uint8Array, string | undefined> {
  const sought = new TextEncoder().encode(`\u001e${mark} `);
  let held: Uint8Array = new Uint8Array();
  let end: Uint8Array | undefined;
  for await (const part of parts) {
    if (end !== undefined) {
      end = concatenated(end, part);
      continue;
    }
    const bytes = concatenated(held, part);
    const at = indexOfMark(sought, bytes);
    if (at + sought.length <= bytes.length) end = bytes.subarray(at + sought.length);
    held = bytes.subarray(at);
    if (at > 0) yield bytes.subarray(0, at);
  }
  return end === undefined ? undefined : new TextDecoder().decode(end);
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** Where `sought` stands in `bytes`, or may have begun at their end; nowhere: their length. */
function indexOfMark(sought: Uint8Array, bytes: Uint8Array): number {
  const [first = 0] = sought;
  const { length } = bytes;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (sought.every((byte, i) => at + i >= length || bytes[at + i] === byte)) return at;
  }
  return length;
}
