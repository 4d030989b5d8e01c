// Writes how a file is written as a JSON document, for programs.
import type { SniffReport } from '../query.ts';

export function sniffDocument(report: SniffReport): string {
  const { lineEnd, header, typedCall, ...others } = report;
  const { isData, ...line } = header;
  return JSON.stringify({
    ...others,
    line_end: lineEnd,
    header: { ...line, is_data: isData },
    typed_call: typedCall,
  });
}
