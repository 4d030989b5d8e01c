// Sends requests over kept connections, and reads bodies as they come without keeping more of them than asked.
import { Agent, request as httpRequest } from 'node:http';

export function keepAliveAgent(maxSockets) {
  return new Agent({ keepAlive: true, maxSockets });
}

/**
 * Resolves with status and headers once the whole body was read; `onChunk` sees each piece and may call
 * `leave()` to break the connection. Rejects on a broken connection or after `timeoutMs`.
 */
export function send(url, { method = 'GET', headers, body, agent, timeoutMs = 60_000, onChunk }) {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent }, (response) => {
      const leave = () => request.destroy(new Error('left'));
      response.on('data', (chunk) => onChunk?.(chunk, leave));
      response.once('end', () =>
        finish(resolve, { status: response.statusCode, headers: response.headers }),
      );
      response.once('error', (error) => finish(reject, error));
    });
    const timer = setTimeout(() => request.destroy(new Error('no answer in time')), timeoutMs);
    function finish(settle, value) {
      clearTimeout(timer);
      settle(value);
    }
    request.once('error', (error) => finish(reject, error));
    request.end(body);
  });
}

export function queryRequest(sql) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql }),
  };
}

/** The parsed answer of a query, with the wall time in milliseconds as seen here. */
export async function query(serviceUrl, sql, options = {}) {
  const chunks = [];
  const startedAt = performance.now();
  const { status } = await send(`${serviceUrl}/api/v1/query`, {
    ...queryRequest(sql),
    ...options,
    onChunk: (chunk) => chunks.push(chunk),
  });
  const ms = performance.now() - startedAt;
  return { status, ms, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
}
