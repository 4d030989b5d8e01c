// Refuses names of files that Spark leaves out, cannot open, or takes for a sign that the file is compressed.
import { type ClusterPath, notAllowed } from './cluster-path.ts';

const reasons: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)[_.][^/]*$/, 'Spark reads no file whose name begins with _ or a point'],
  [/:/, 'Spark reads no path with a colon in it'],
  [
    /\.(?:bz2|deflate|lz|lz4|lzo|lzo_deflate|passthrough|snappy|xz|zlib|zstd)$/i,
    'Spark takes it for compressed by its name, and only .gz and .zst are read',
  ],
];

/** Throws file_not_allowed. */
export function assertReadableName({ path }: ClusterPath, shownPath: string): void {
  const [, reason] = reasons.find(([pattern]) => pattern.test(path)) ?? [];
  if (reason !== undefined) throw notAllowed(shownPath, `${reason}. Give it another name`);
}
