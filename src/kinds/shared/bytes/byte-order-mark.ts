// Tells the encoding that a byte order mark names.

const byteOrderMarks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

export function markOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  const mark = byteOrderMarks.find((candidate) =>
    candidate.bytes.every((byte, index) => bytes[index] === byte),
  );
  return mark?.encoding ?? null;
}
