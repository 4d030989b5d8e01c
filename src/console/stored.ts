// Keeps values in the browser. Where that is not allowed, or full, they end with the page.

/** Of all windows. Undefined where it is not allowed: reading the property alone throws. */
export function browserStorage(): Storage | undefined {
  return storageOf('localStorage');
}

/** Of this window, over its reloads. */
export function windowStorage(): Storage | undefined {
  return storageOf('sessionStorage');
}

function storageOf(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}

/** Undefined when there is none, or when it is something else. */
export function readStored<T>(
  storage: Storage | undefined,
  key: string,
  isIt: (value: unknown) => value is T,
): T | undefined {
  try {
    const value: unknown = JSON.parse(storage?.getItem(key) ?? 'null');
    return isIt(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** False when it was not kept. */
export function writeStored(storage: Storage | undefined, key: string, value: unknown): boolean {
  try {
    storage?.setItem(key, JSON.stringify(value));
    return storage !== undefined;
  } catch {
    return false;
  }
}

/** Tried with a value that is taken away again. */
export function canKeep(storage: Storage | undefined): boolean {
  const key = 'pathql.probe';
  const isKept = writeStored(storage, key, 'kept');
  if (isKept) storage?.removeItem(key);
  return isKept;
}
