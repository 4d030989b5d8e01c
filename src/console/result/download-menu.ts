// Lists the formats of a download. The service runs the query again and writes the file: all rows, whatever shows here.
import { fileRead } from '../drafts/draft-title.ts';
import { countText, sizeText } from '../figures.ts';
import { fileNameOf } from '../file-name.ts';
import type { MenuItem } from '../menu.ts';
import { type AskedQuery, type DownloadFormat, downloadAnswer } from '../query-server.ts';
import { saveFile } from '../save-file.ts';

const labels: Readonly<Record<DownloadFormat, string>> = {
  csv: 'CSV',
  tsv: 'TSV',
  ndjson: 'NDJSON',
  json: 'JSON document',
  arrow: 'Arrow',
  parquet: 'Parquet',
};

export function downloadMenu(query: AskedQuery, say: (text: string) => void): MenuItem[] {
  return (Object.keys(labels) as DownloadFormat[]).map((format) => ({
    label: `Download as ${labels[format]}`,
    onChoose: () => void download(query, format, say),
  }));
}

let running = new AbortController();

async function download(
  query: AskedQuery,
  format: DownloadFormat,
  say: (text: string) => void,
): Promise<void> {
  running.abort();
  const own = new AbortController();
  running = own;
  say(`Downloading ${labels[format]}…`);
  try {
    const { content, stats } = await downloadAnswer(query, format, own.signal);
    saveFile(`${nameOf(query)}.${format}`, content);
    const rows = stats === undefined ? [] : [countText(stats.rowsReturned, 'row')];
    say(['Downloaded', ...rows, sizeText(content.size)].join(' · ').replace(' · ', ' '));
  } catch (fault) {
    if (own.signal.aborted) return;
    say(`Nothing was downloaded: ${fault instanceof Error ? fault.message : fault}`);
  }
}

/** By the file that the query reads, without its ending: the answer has another one. */
function nameOf({ sql }: AskedQuery): string {
  const [file = ''] = (fileRead(sql) ?? '').split(/\.(?=[a-z])/i, 1);
  return fileNameOf(file) ?? 'result';
}
