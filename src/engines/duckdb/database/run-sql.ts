// Names the one call that reading a file needs of a connection.

/** Runs SQL and gives the rows as JavaScript values. */
export type RunSql = (sql: string) => Promise<readonly (readonly unknown[])[]>;
