// Reads under which host names a request comes, and tells which names cannot belong to somebody else's web page.
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { withoutFinalDot } from '../../settings/web-addresses.ts';

/**
 * Of every header Host and of a request target that is a whole address: each counts, as proxies and servers differ in which one
 * they take. In lower case, without port; null for what is no host name. HTTP/1.0 may have none.
 */
export function hostNamesOf({ raw }: FastifyRequest): readonly (string | null)[] {
  const [, target] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(raw.url ?? '') ?? [];
  const headers = raw.rawHeaders.filter((_, i, all) => i % 2 === 1 && isHost(all[i - 1]));
  return [...headers, ...(target === undefined ? [] : [target])].map(nameIn);
}

function isHost(header: string | undefined): boolean {
  return header?.toLowerCase() === 'host';
}

/** A name and a port, and nothing else: a URL would also take a user before them, and a path behind. */
function nameIn(authority: string): string | null {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i.exec(authority) ?? [];
  if (!URL.canParse(`http://${name}`)) return null;
  return withoutFinalDot(new URL(`http://${name}`).hostname);
}

/**
 * Whether a name leads to this machine and nowhere else: an address, localhost, or the machine's own name. Whoever owns
 * another name can make it lead here (DNS rebinding). `host` is the address or name that the service listens on.
 */
export function isOwnName(name: string | null, host: string): boolean {
  if (name === null) return false;
  if (isIP(name) !== 0 || name.startsWith('[')) return true;
  return (
    /^(?:.*\.)?localhost$/.test(name) || [host.toLowerCase(), ...machineNames()].includes(name)
  );
}

function machineNames(): readonly string[] {
  const whole = hostname().toLowerCase();
  const [first = whole] = whole.split('.');
  return [whole, first, `${first}.local`];
}
