// Tells by its last bytes whether a downloaded file is whole: some proxies end what broke off as if it were.
import type { DownloadOptions } from '../client/client.ts';

const ends: Partial<Record<DownloadOptions['format'], readonly number[]>> = {
  arrow: [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
  json: [0x7d],
  parquet: [0x50, 0x41, 0x52, 0x31],
};

/** True for a format whose end has no sign. */
export async function isWholeFile(
  format: DownloadOptions['format'],
  content: Blob,
): Promise<boolean> {
  const expected = ends[format] ?? [];
  const last = content.slice(Math.max(0, content.size - expected.length));
  const bytes = new Uint8Array(await last.arrayBuffer());
  return expected.length === 0 || String([...bytes]) === String(expected);
}
