// Tells what a file holds by its first bytes.
import { type FileKind, kindByName } from '../../files/file-kinds.ts';
import { recogniseJson } from '../json/recognise-json.ts';
import { recogniseLog } from '../log/recognise-format.ts';
import { recogniseParquet } from '../parquet/recognise-parquet.ts';
import { compressionOfMark, type FileStart } from '../shared/bytes/file-start.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { type OtherFormat, recogniseOther } from './other-formats.ts';

export interface FileContent {
  /** Null: the bytes do not tell. Text may be CSV. */
  readonly kind: FileKind | null;
  /** What no reader takes. */
  readonly other: OtherFormat | null;
  readonly isBlank: boolean;
}

type Recognise = (start: FileStart, isNamed: boolean) => FileKind | null;

/** By the kind that a name may say. CSV is what is left. */
const recognisers: Readonly<Partial<Record<FileKind, Recognise>>> = {
  parquet: recogniseParquet,
  json: recogniseJson,
  log: recogniseLog,
};

export function contentOf(start: FileStart, { path, shownPath }: SourceFile): FileContent {
  const named = [path, shownPath].map(kindByName);
  for (const [kind, recognise] of Object.entries(recognisers)) {
    const found = recognise(
      start,
      named.some((each) => each === kind),
    );
    if (found !== null) return { kind: found, other: null, isBlank: false };
  }
  const isBlank = start.fault === null && start.bytes.toString('latin1', 0, 4_096).trim() === '';
  return { kind: null, other: isCompressedTwice(start) ? twice : recogniseOther(start), isBlank };
}

const twice: OtherFormat = {
  name: 'compressed twice',
  isText: false,
  wayOut: 'Decompress it once, and query the file in it',
};

function isCompressedTwice({ bytes, compression }: FileStart): boolean {
  return compression !== 'none' && compressionOfMark(bytes) !== null;
}
