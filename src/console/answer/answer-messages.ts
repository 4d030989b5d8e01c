// Declares the messages between the page and the worker that reads one answer.
import type { Chart } from '../../charts/chart.ts';
import type { ChartChoice } from '../../charts/choose-chart.ts';
import type { AnswerStats } from '../../client/client.ts';
import type { AnswerColumn } from '../../query/layouts.ts';
import type { AskedQuery } from '../query-server.ts';

export type WorkerRequest =
  | {
      readonly kind: 'ask';
      readonly query: AskedQuery;
      readonly baseUrl: string;
      readonly token: string | undefined;
    }
  /** Fetch no more rows; those that came stay. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'page'; readonly row: number }
  /** The page that holds the row, with its long values in full. */
  | { readonly kind: 'wholePage'; readonly id: number; readonly row: number }
  /** One value, or its beginning when it is longer. */
  | {
      readonly kind: 'value';
      readonly id: number;
      readonly row: number;
      readonly column: number;
      readonly longest: number;
    }
  | { readonly kind: 'chart'; readonly id: number; readonly choice: ChartChoice | undefined };

/** Rows as JSON text: reading it is cheaper for the page than taking over values. */
export interface PageText {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly text: string;
  /** Values of which only the beginning is here, as a text. */
  readonly cuts?: readonly Cut[];
}

interface Cut {
  /** In the page. */
  readonly row: number;
  readonly column: number;
  /** Of the whole text, in characters. */
  readonly length: number;
}

export interface ValueText {
  readonly json: string;
  /** Present: it is the beginning of a text that has so many characters. */
  readonly length?: number;
}

/** `complete`: all rows came. `stopped`: by the person. `full`: more is not kept. */
export type AnswerEnd = 'complete' | 'stopped' | 'full';

export type WorkerReply =
  | {
      readonly kind: 'begun';
      readonly columns: readonly string[];
      readonly types: readonly string[];
      readonly warnings: readonly string[];
      /** Undefined: the answer has no rows. */
      readonly page: PageText | undefined;
    }
  | { readonly kind: 'grown'; readonly rowCount: number }
  | {
      readonly kind: 'ended';
      readonly how: AnswerEnd;
      readonly rowCount: number;
      readonly stats: AnswerStats | undefined;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly status: number | undefined }
  | ({ readonly kind: 'page' } & PageText)
  | { readonly kind: 'wholePage'; readonly id: number; readonly page: PageText | undefined }
  | { readonly kind: 'value'; readonly id: number; readonly value: ValueText }
  | { readonly kind: 'chart'; readonly id: number; readonly made: MadeChart };

export interface MadeChart {
  readonly columns: readonly AnswerColumn[];
  /** Undefined: nothing suits. */
  readonly choice: ChartChoice | undefined;
  /** Or why there is none. */
  readonly chart: Chart | string;
}
