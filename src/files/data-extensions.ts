// Lists how the names of data files end.

export const dataExtensions = ['.csv', '.tsv', '.txt'] as const;
export const compressedExtensions = ['.gz', '.zst'] as const;

export function isCompressed(path: string): boolean {
  return compressedExtensions.some((extension) => path.toLowerCase().endsWith(extension));
}

export function hasDataExtension(path: string): boolean {
  const lower = path.toLowerCase();
  const packed = compressedExtensions.find((extension) => lower.endsWith(extension)) ?? '';
  const plain = lower.slice(0, lower.length - packed.length);
  return dataExtensions.some((extension) => plain.endsWith(extension));
}
