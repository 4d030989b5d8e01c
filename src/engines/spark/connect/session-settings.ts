// Gives a session the settings under which answers are right, whatever the cluster's own are.

/** One request about the settings of a session, and what the server answers: settings, or facts about some. */
export type Configure = (operation: ConfigOperation) => Promise<readonly Setting[]>;

export interface Setting {
  readonly key: string;
  readonly value?: string;
}

export type ConfigOperation =
  | { readonly getAll: { readonly prefix: string } }
  | { readonly isModifiable: { readonly keys: readonly string[] } }
  | { readonly unset: { readonly keys: readonly string[] } }
  | { readonly set: { readonly pairs: readonly Setting[] } };

/** What an answer would depend on otherwise. */
const needed = {
  'spark.sql.ansi.enabled': 'true',
  'spark.sql.session.timeZone': 'UTC',
  'spark.sql.timestampType': 'TIMESTAMP_LTZ',
  'spark.sql.decimalOperations.allowPrecisionLoss': 'false',
  'spark.sql.caseSensitive': 'false',
  'spark.sql.parser.escapedStringLiterals': 'false',
  'spark.sql.variable.substitute': 'false',
  'spark.sql.legacy.timeParserPolicy': 'EXCEPTION',
  'spark.sql.files.ignoreCorruptFiles': 'false',
  'spark.sql.files.ignoreMissingFiles': 'false',
  'spark.sql.execution.arrow.useLargeVarTypes': 'false',
} as const;

const prefix = 'spark.sql.';

/** Without the prefix, as the server gives them: settings that bring back what older versions of Spark answered, or that decide how SQL is read and which files are. */
const changesAnswers =
  /^(?:(?:legacy|ansi|analyzer|parser|function)\.|files\.ignore|icu\.|\w+Ordinal$|groupByAliases$|.*Legacy)/;

/** What a cluster sets of those is Spark's default again. Some are the server's alone, which no session can change. */
export async function applySettings(configure: Configure): Promise<void> {
  const keys = (await configure({ getAll: { prefix } }))
    .filter(({ key }) => changesAnswers.test(key))
    .map(({ key }) => prefix + key);
  if (keys.length > 0) {
    const facts = await configure({ isModifiable: { keys } });
    const modifiable = facts.filter(({ value }) => value === 'true').map(({ key }) => key);
    if (modifiable.length > 0) await configure({ unset: { keys: modifiable } });
  }
  const pairs = Object.entries(needed).map(([key, value]) => ({ key, value }));
  await configure({ set: { pairs } });
}
