// Lists how the names of compressed files end.

export const compressedExtensions = ['.gz', '.zst'] as const;

export function isCompressed(path: string): boolean {
  return compressedExtensions.some((extension) => path.toLowerCase().endsWith(extension));
}
