// Reads origins and host names as browsers write them. There are no patterns: a `*` inside of one is refused.

/** `https://Example.org:443/` is `https://example.org`; undefined for what is no origin. */
export function readOrigin(text: string): string | undefined {
  if (!/^https?:\/\/[^/*]+\/?$/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}

/** In lower case, without port; undefined for what is no name or address. */
export function readHostName(text: string): string | undefined {
  if (!URL.canParse(`http://${text}`)) return undefined;
  const { hostname, host } = new URL(`http://${text}`);
  const isNameOnly = host === hostname && !/[/?#@*]|:\d*$/.test(text.replace(/^\[.*\]/, ''));
  return isNameOnly ? hostname : undefined;
}
