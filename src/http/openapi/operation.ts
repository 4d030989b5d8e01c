// Types how a route describes itself, in the words of OpenAPI 3.1.

/** A schema of JSON Schema 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Operation {
  /** What generated clients call it. */
  readonly operationId: string;
  readonly tags: readonly [Tag];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  /** Of success, by status. Those of failure are the same for all routes. */
  readonly responses: Readonly<Record<string, Response>>;
}

export type Tag = 'Queries' | 'Files' | 'Service' | 'Assistants';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  /** Besides those that every response has. */
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
}
