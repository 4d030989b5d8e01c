// Lists what an assistant can call.
import { listFilesTool, sniffTool } from './file-tools.ts';
import { queryTool } from './query-tool.ts';
import { schemaTool } from './schema-tool.ts';
import type { Tool } from './tool.ts';

export const tools = {
  list_files: listFilesTool,
  schema: schemaTool,
  sniff: sniffTool,
  query: queryTool,
} as const satisfies Readonly<Record<string, Tool>>;
