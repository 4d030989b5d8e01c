// Holds the version of the package, put in by the build.
declare const PATHQL_VERSION: string;

export const version: string = typeof PATHQL_VERSION === 'string' ? PATHQL_VERSION : 'dev';
