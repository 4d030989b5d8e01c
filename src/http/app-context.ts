// Describes what every part of the HTTP layer may use.
import type { Logger } from 'pino';
import type { QueryService } from '../query/services.ts';
import type { Settings } from '../settings/settings.ts';
import type { ApiTokens } from './access/api-tokens.ts';
import type { Metrics } from './metrics.ts';
import type { PageFiles } from './page-files.ts';
import type { BodyMemoryBudget } from './read-body.ts';
import type { RunningCalls } from './running-calls.ts';
import type { UnsentResponses } from './unsent-responses.ts';
import type { OpenRequests } from './watch-request.ts';

export interface AppOptions {
  readonly settings: Settings;
  readonly engine: QueryService;
  readonly log: Logger;
  /** Of the package; the health page reports it. */
  readonly version: string;
  /** Of those who may ask; null: anyone may. */
  readonly tokens: ApiTokens | null;
  /** Where the built console lies; null: it was not built. */
  readonly consoleFolder: string | null;
  /** The same of the page /api/docs. */
  readonly apiDocsFolder: string | null;
}

export interface AppContext extends AppOptions {
  readonly metrics: Metrics;
  readonly openRequests: OpenRequests;
  readonly bodyMemory: BodyMemoryBudget;
  readonly unsentResponses: UnsentResponses;
  /** Of assistants. */
  readonly runningCalls: RunningCalls;
  readonly consoleFiles: PageFiles | undefined;
  readonly apiDocsFiles: PageFiles | undefined;
  /** The OpenAPI document as JSON. */
  readonly describeInterface: () => string;
}
