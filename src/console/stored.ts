// Keeps values in the browser. Where that is not allowed, or full, they end with the page.

/** Reading the property alone throws where storage is not allowed. */
export function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
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

export function writeStored(storage: Storage | undefined, key: string, value: unknown): void {
  try {
    storage?.setItem(key, JSON.stringify(value));
  } catch {
    // As said above.
  }
}
