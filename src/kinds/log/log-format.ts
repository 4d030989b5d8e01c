// Names the forms of log lines that are read.

export const logFormats = ['w3c', 'common', 'combined'] as const;

/** `w3c`: a line `#Fields:` names the fields. `common`, `combined`: of Apache and nginx. */
export type LogFormat = (typeof logFormats)[number];
