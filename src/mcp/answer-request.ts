// Answers one HTTP request of an assistant, in any revision of the protocol that the SDK speaks.
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type McpServerSetup, mcpServer } from './mcp-server.ts';
import { withoutNulls } from './without-nulls.ts';

export interface McpRequest extends McpServerSetup {
  readonly headers: Readonly<Record<string, string>>;
  /** The body, read, with exact params. */
  readonly message: unknown;
  /** Aborted when the client leaves or cancels. */
  readonly signal: AbortSignal;
}

/** Nothing is kept between requests, and nothing changes that a client could subscribe to. */
export function answerMcpRequest({
  headers,
  message,
  signal,
  ...setup
}: McpRequest): Promise<Response> {
  const { fetch } = createMcpHandler(() => mcpServer(setup), { maxSubscriptions: 0 });
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, signal });
  return fetch(request, { parsedBody: withoutNulls(message) });
}
