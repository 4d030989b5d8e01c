// Types what writes the packed manifest, for its test.
export function packedManifest(
  manifest: Readonly<Record<string, unknown>>,
  repository?: string,
): Record<string, unknown>;
