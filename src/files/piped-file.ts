// Describes what a pipe brings as a file that is read: as much of it as is enough.

/** Resolves once there are as many bytes as are enough, or all. Undefined for what names no pipe. */
export type FindPiped = (name: string, enough?: EnoughBytes) => Promise<PipedFile> | undefined;

/** By whether it is compressed; undefined: all. */
export interface EnoughBytes {
  readonly plain: number;
  readonly compressed: number;
}

export interface PipedFile {
  readonly path: string;
  /** False: more of it may follow. */
  readonly isWhole: boolean;
}
