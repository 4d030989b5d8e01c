// Types what an assistant can call, and what a call is given.
import type { QueryService } from '../query/services.ts';

export type ToolEngine = Pick<QueryService, 'answer' | 'listFiles' | 'sniff'>;

/** Who calls, and what may be read for it. */
export interface ToolCaller {
  readonly engine: ToolEngine;
  readonly client?: string;
  readonly workingFolderOnly?: boolean;
  /** For the log. */
  readonly id?: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface Tool {
  /** For people. */
  readonly title: string;
  /** For the assistant. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, ToolParameter>>;
  /** Resolves to the texts of the answer. Rejects with a PathqlError. */
  run(values: ToolValues, caller: ToolCaller): Promise<readonly string[]>;
}

/** A subset of JSON Schema. */
export interface ToolParameter {
  readonly type: 'string' | 'integer' | 'boolean' | 'json';
  readonly description: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The only texts that are allowed, in any letter case. */
  readonly enum?: readonly string[];
  /** Without one the parameter is required, unless `isOptional`. */
  readonly default?: number | boolean;
  readonly isOptional?: boolean;
}

export interface ToolValues {
  text(name: string): string;
  textOrUndefined(name: string): string | undefined;
  integer(name: string): number;
  flag(name: string): boolean;
}
