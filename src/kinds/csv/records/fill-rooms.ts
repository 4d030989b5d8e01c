// Fills the rooms of a scanner or a writer with the text of a file, chunk by chunk.
import { fileBytes } from '../../shared/bytes/file-bytes.ts';
import { notReadable, openFile } from '../../shared/bytes/open-file.ts';
import type { FileScan } from './file-scan.ts';

export interface TextRooms {
  /** Where the next bytes go, as many as fit. */
  readonly room: Buffer;
  /** So many bytes are in `room`, which is another one from now on. */
  put(bytes: number): void;
}

export type TextPlace = Pick<FileScan, 'file' | 'compression' | 'content' | 'start' | 'signal'>;

export interface FillRules {
  /** The next bytes are read while those before are used: nobody may move the rooms meanwhile. */
  readonly readsAhead?: boolean;
  /** Of a plain file, at a time. */
  readonly mostBytes?: number;
}

/** Yields how many bytes were put, at the end 0. Rejects with file_not_readable, csv_invalid or the reason of the signal. */
export function fillRooms(
  place: TextPlace,
  rooms: TextRooms,
  rules: FillRules,
): AsyncGenerator<number> {
  if (place.content) return readContent(place, rooms);
  return place.compression === 'none'
    ? readPlain(place, rooms, rules)
    : readDecompressed(place, rooms);
}

async function* readContent(
  { content, start, signal }: TextPlace,
  rooms: TextRooms,
): AsyncGenerator<number> {
  signal?.throwIfAborted();
  if (content) yield* putAll(content.subarray(start), rooms);
  rooms.put(0);
  yield 0;
}

function* putAll(bytes: Buffer, rooms: TextRooms): Generator<number> {
  for (let at = 0; at < bytes.length; ) {
    const copied = bytes.copy(rooms.room, 0, at);
    rooms.put(copied);
    at += copied;
    yield copied;
  }
}

async function* readPlain(
  { file, start, signal }: TextPlace,
  rooms: TextRooms,
  { readsAhead = false, mostBytes = Infinity }: FillRules,
): AsyncGenerator<number> {
  const handle = await openFile(file);
  let position = start;
  const read = () => {
    const { room } = rooms;
    return handle.read(room, { position, length: Math.min(room.length, mostBytes) });
  };
  let reading = read();
  try {
    for (;;) {
      const { bytesRead } = await reading;
      signal?.throwIfAborted();
      rooms.put(bytesRead);
      position += bytesRead;
      if (bytesRead > 0 && readsAhead) reading = read();
      yield bytesRead;
      if (bytesRead === 0) return;
      if (!readsAhead) reading = read();
    }
  } catch (cause) {
    throw isOfSystem(cause) ? notReadable(file, cause) : cause;
  } finally {
    // The rooms are written to until then.
    await reading.catch(() => null);
    await handle.close();
  }
}

function isOfSystem(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause;
}

async function* readDecompressed(
  { file, compression, start, signal }: TextPlace,
  rooms: TextRooms,
): AsyncGenerator<number> {
  let toSkip = start;
  let filled = 0;
  for await (const chunk of fileBytes(file, compression)) {
    signal?.throwIfAborted();
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    for (let at = skipped; at < chunk.length; ) {
      const { room } = rooms;
      const copied = chunk.copy(room, filled, at);
      filled += copied;
      at += copied;
      if (filled < room.length) continue;
      rooms.put(filled);
      yield filled;
      filled = 0;
    }
  }
  if (filled > 0) {
    rooms.put(filled);
    yield filled;
  }
  rooms.put(0);
  yield 0;
}
