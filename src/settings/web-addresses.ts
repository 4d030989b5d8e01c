// Reads origins and host names as browsers write them. There are no patterns: a `*` inside of one is refused.
import { isIPv6 } from 'node:net';

/** `https://Example.org:443/` is `https://example.org`; undefined for what is no origin. */
export function readOrigin(text: string): string | undefined {
  if (!/^https?:\/\/[^/*]+\/?$/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}

/** In lower case, without port, IPv6 in brackets; undefined for what is no name or address. */
export function readHostName(written: string): string | undefined {
  const text = isIPv6(written) ? `[${written}]` : written;
  if (!URL.canParse(`http://${text}`)) return undefined;
  const { hostname, host } = new URL(`http://${text}`);
  const isNameOnly = host === hostname && !/[/?#@*]|:\d*$/.test(text.replace(/^\[.*\]/, ''));
  return isNameOnly ? withoutFinalDot(hostname) : undefined;
}

/** `data.example.org.` is the same host as `data.example.org`. */
export function withoutFinalDot(name: string): string {
  return name.replace(/\.$/, '');
}
