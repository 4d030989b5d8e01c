// Checks the arguments of the client, and refuses wrong ones before anything is sent.

/** A TypeError for what is no string, as it may come from JavaScript. */
export function checkText(what: string, text: unknown): void {
  if (typeof text === 'string') return;
  throw new TypeError(
    `Expected the ${what} to be a string, got ${text === null ? 'null' : typeof text}`,
  );
}

export function checkFormat(format: unknown, allowed: readonly string[]): void {
  if (typeof format === 'string' && allowed.includes(format)) return;
  throw new TypeError(`Expected format to be one of ${allowed.join(', ')}, got ${String(format)}`);
}

/** Those that have a value: from JavaScript, null may stand for none. A TypeError for a key that is not one of `allowed`. */
export function givenOptions<Options extends object>(
  options: Options | null,
  allowed: readonly (keyof Options & string)[],
): Options {
  if (options === null) return {} as Options;
  if (typeof options !== 'object') {
    throw new TypeError(`Expected options, an object, got ${options}`);
  }
  for (const key of Object.keys(options)) {
    if (allowed.some((known) => known === key)) continue;
    throw new TypeError(`Unknown option "${key}"; allowed are ${allowed.join(', ')}`);
  }
  const given = allowed.filter((key) => (options[key] ?? null) !== null);
  return Object.fromEntries(given.map((key) => [key, options[key]])) as Options;
}

/** The address all routes are relative to; ends with a slash. */
export function readBaseUrl(given: string | URL): URL {
  const shown = JSON.stringify(String(given));
  const expected = 'Expected the URL of a Pathql server, such as "http://localhost:8080"';
  const url = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError(`${expected}, got ${shown}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(`${expected}, without a user or password in it`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new TypeError(`${expected}, without "?" and "#", got ${shown}`);
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** The header that carries the token. The token itself stands in no message. */
export function authorization(token: string | undefined): Readonly<Record<string, string>> {
  if (token === undefined) return {};
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) {
    return { authorization: `Bearer ${token}` };
  }
  throw new TypeError('Expected token to be printable ASCII without spaces');
}

export function readRetries(retries: number): number {
  if (Number.isSafeInteger(retries) && retries >= 0) return retries;
  throw new TypeError(`Expected retries to be a whole number from 0 on, got ${String(retries)}`);
}
