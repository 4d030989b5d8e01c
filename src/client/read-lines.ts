// Reads the lines of a body as they come; no more is fetched than is read.

/** Ends the request when it is left early. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let begun = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (begun + decoder.decode(value, { stream: !done })).split('\n');
      begun = lines.pop() ?? '';
      yield* lines;
      if (done) break;
    }
    if (begun !== '') yield begun;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
