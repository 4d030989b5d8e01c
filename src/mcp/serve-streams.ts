// Serves one assistant over a pair of streams, until its input ends.
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type McpServerSetup, mcpServer } from './mcp-server.ts';
import { MessageLines } from './message-lines.ts';

export interface McpStreams extends McpServerSetup {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxMessageBytes: number;
  /** Ends it sooner. */
  readonly signal: AbortSignal;
}

export async function serveMcpStreams(streams: McpStreams): Promise<void> {
  const { input, output, maxMessageBytes, signal, ...setup } = streams;
  const messages = input.pipe(new MessageLines({ output, maxMessageBytes }));
  const maxBufferSize = 2 * maxMessageBytes;
  const transport = new StdioServerTransport(messages, output, { maxBufferSize });
  const handle = serveStdio(() => mcpServer(setup), { transport, maxSubscriptions: 0 });
  try {
    await finished(input, { signal, writable: false });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    input.unpipe(messages);
    await handle.close();
  }
}
