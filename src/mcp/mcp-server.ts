// Makes a server of the Model Context Protocol: the tools, each call with its answer or its error as text.
import { fromJsonSchema, type jsonSchemaValidator, McpServer } from '@modelcontextprotocol/server';
import { asPathqlError, type PathqlError } from '../errors.ts';
import type { Tool, ToolCaller } from './tool.ts';
import { readToolValues, toolSchema } from './tool-values.ts';
import { tools } from './tools.ts';

export interface McpServerSetup {
  readonly version: string;
  /** Without the signal: each call has its own. */
  readonly caller: Omit<ToolCaller, 'signal'>;
  /** Called with what a call was told. */
  readonly onError: (error: PathqlError) => void;
}

const instructions =
  'Answers SQL over data files (CSV, JSON, Parquet, logs) that the query names by path. list_files shows the files, or those "matching" words; schema the columns of one; sniff how one is written; query runs one SELECT, with values in params for ?, $1 and $name. Everything only reads. Numbers in answers have all their digits. Where an answer is cut, a second text begins with "Cut:" and says how to get the rest or see less: list_files, schema and sniff give the next page "after" the last path or column. An error says what was expected and what to do.';

/** A new one for each connection, or for each request where there are none. */
export function mcpServer({ version, caller, onError }: McpServerSetup): McpServer {
  const server = new McpServer({ name: 'pathql', title: 'Pathql', version }, { instructions });
  for (const [name, tool] of Object.entries<Tool>(tools)) {
    const { title, description, parameters } = tool;
    const inputSchema = fromJsonSchema(toolSchema(parameters), anyValue);
    const annotations = { readOnlyHint: true, openWorldHint: false };
    const config = { title, description, inputSchema, annotations };
    server.registerTool(name, config, async (given, { mcpReq: { signal } }) => {
      try {
        const values = readToolValues(given, parameters);
        return { content: (await tool.run(values, { ...caller, signal })).map(textContent) };
      } catch (thrown) {
        const error = asPathqlError(thrown);
        onError(error);
        return { content: [textContent(error.message)], isError: true };
      }
    });
  }
  return server;
}

/** Our own check of values says what was expected, in the words of all our errors. */
const anyValue: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

function textContent(text: string) {
  return { type: 'text' as const, text };
}
