// Writes how a file is written as a JSON document, for programs.
import type { SniffReport } from '../query/sniff-report.ts';

export function sniffDocument(report: SniffReport): string {
  const { path, call, records, problem, summary, otherCall, typedCall, typedProblem } = report;
  const { delimiter, quote, escape: escapedBy, lineEnd, encoding, compression } = report;
  const { header, preamble, footer, columns } = report;
  return JSON.stringify({
    ...{
      path,
      call,
      records,
      problem,
      summary,
      other_call: otherCall,
      typed_call: typedCall,
      typed_problem: typedProblem,
    },
    ...{ delimiter, quote, escape: escapedBy, line_end: lineEnd, encoding, compression },
    header: { line: header.line, text: header.text, is_data: header.isData },
    ...{ preamble, footer, columns },
  });
}
