// Defines the kinds of settings: how the text of a value is read, and which values are allowed.
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HostFacts } from './host-facts.ts';

export interface SettingKind<Value> {
  /** What a value looks like, for help texts: `<bytes>`. */
  readonly placeholder: string;
  /** What is allowed, in words that follow "expected". */
  readonly range: string;
  /** All values there are, where they are few. */
  readonly values?: readonly string[];
  /** The value, or undefined when the text is none. */
  read(text: string, host: HostFacts): Value | undefined;
  /** What is wrong with a text that is none, where the range alone does not tell. */
  reason?(text: string): string;
}

/** An address of IPv6 may stand in brackets, as in URLs. */
export function address(): SettingKind<string> {
  const read = (value: string) => value.replace(/^\[(.*:.*)\]$/, '$1');
  return { placeholder: '<address>', range: 'an address or host name', read };
}

export function integer(min: number, max: number, unit = 'number'): SettingKind<number> {
  return {
    placeholder: `<${unit}>`,
    range: `a whole number from ${min} to ${max}`,
    read(value) {
      if (!/^\d{1,15}$/.test(value)) return undefined;
      const number = Number(value);
      return number >= min && number <= max ? number : undefined;
    },
  };
}

export function choice<const Value extends string>(
  values: readonly Value[],
  name: string,
): SettingKind<Value> {
  return {
    placeholder: `<${name}>`,
    range: `one of ${values.join(', ')}`,
    values,
    read: (value) => values.find((known) => known === value.toLowerCase()),
  };
}

export function onOrOff(): SettingKind<boolean> {
  const switches: Readonly<Record<string, boolean>> = { on: true, off: false };
  return {
    placeholder: '<on|off>',
    range: 'on or off',
    values: Object.keys(switches),
    read: (value) => switches[value.toLowerCase()],
  };
}

const bytesOfUnit: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

interface BytesOptions {
  readonly minBytes: number;
  /** What `80%` is a share of; without it percentages are not allowed. */
  readonly whole?: (host: HostFacts) => number;
  readonly wholeName?: string;
}

export function bytes({ minBytes, whole, wholeName }: BytesOptions): SettingKind<number> {
  const share = whole === undefined ? '' : `, or a share of ${wholeName} such as 50%`;
  const least = minBytes === 0 ? '' : `at least ${minBytes} `;
  return {
    placeholder: '<bytes>',
    range: `${least}bytes as a number with or without a unit (kB, MB, GB, TB, KiB, MiB, GiB, TiB)${share}`,
    read(value, host) {
      const size = whole !== undefined ? readShare(value, whole(host)) : undefined;
      const result = size ?? readSize(value);
      return result !== undefined && result >= minBytes ? result : undefined;
    },
  };
}

function readSize(value: string): number | undefined {
  const [, digits, unit] = /^(\d{1,15}(?:\.\d{1,6})?) ?([a-z]*)$/i.exec(value) ?? [];
  const factor = unit === undefined ? undefined : bytesOfUnit[unit.toLowerCase()];
  if (digits === undefined || factor === undefined) return undefined;
  const size = Math.floor(Number(digits) * factor);
  return Number.isSafeInteger(size) ? size : undefined;
}

function readShare(value: string, whole: number): number | undefined {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,6})?) ?%$/.exec(value) ?? [];
  const percent = Number(digits);
  return digits !== undefined && percent <= 100 ? Math.floor((whole * percent) / 100) : undefined;
}

/** As `folder`; what lies there is trusted. */
export function privateFolder(): SettingKind<string | null> {
  const { placeholder, range, read, reason } = folder();
  return {
    placeholder,
    range: `${range} that belongs to you and that nobody else can write to`,
    read(value) {
      const path = read(value);
      return path && publicReason(path) === null ? path : undefined;
    },
    reason: (value) => (isFolder(value) && publicReason(value)) || reason(value),
  };
}

/** Null for a folder that is private. */
function publicReason(path: string): string | null {
  const { uid, mode } = statSync(path);
  if (process.getuid === undefined) return null;
  if (uid !== process.getuid()) return 'it belongs to another user';
  return (mode & 0o022) === 0 ? null : 'others may write to it';
}

/** Values parted by commas, each as `read` gives it; `*`, read as null, is any. */
export function listOrAny(
  name: string,
  example: string,
  read: (text: string) => string | undefined,
): SettingKind<readonly string[] | null> {
  return {
    placeholder: `<${name}s>`,
    range: `* or ${name}s such as ${example}, parted by commas`,
    read(value) {
      if (value === '*') return null;
      const items = value.split(',').map((item) => read(item.trim()));
      return items.includes(undefined) ? undefined : (items as string[]);
    },
  };
}

/** An existing file, as an absolute path. Links are not followed: what they lead to may change. */
export function file(): SettingKind<string | null> {
  return {
    placeholder: '<file>',
    range: 'an existing file',
    read: (value) =>
      statSync(value, { throwIfNoEntry: false })?.isFile() ? resolve(value) : undefined,
  };
}

/** An existing folder, as its real path: links are followed once, here. */
export function folder() {
  return {
    placeholder: '<folder>',
    range: 'an existing folder',
    read: (value: string) => (isFolder(value) ? realpathSync(value) : undefined),
    reason(value: string) {
      try {
        statSync(value);
        return 'it is no folder';
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        return code === 'EACCES' ? 'no permission to look at it' : 'it does not exist';
      }
    },
  } satisfies SettingKind<string | null>;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A folder that a cluster reads, here or in a storage; whether it exists is the cluster's to know. */
export function clusterFolder(): SettingKind<string | null> {
  return {
    placeholder: '<folder>',
    range:
      'the whole path of a folder on the cluster, such as /data, s3a://bucket/sales or hdfs://host/sales',
    read: (value) =>
      /^(?:[a-z][a-z0-9+.-]*:\/\/[^/]*)?\/|^[a-z][a-z0-9+.-]*:\/\/[^/]+$/i.test(value)
        ? value
        : undefined,
  };
}
