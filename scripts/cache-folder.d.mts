// Types what names the cache folder, for the tests.
export function cacheFolder(): string;
