// Starts the cluster that all tests of this folder share, or takes the one that PATHQL_TEST_SPARK names.
import type { TestProject } from 'vitest/node';
import { startCluster } from '../../scripts/spark/cluster.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    engine: string;
    statusUrl: string;
  }
}

/** Settings of a cluster that would change answers: no session of ours may keep them. */
const ownSettings = {
  'spark.sql.ansi.enabled': 'false',
  'spark.sql.ansi.doubleQuotedIdentifiers': 'true',
  'spark.sql.caseSensitive': 'true',
  'spark.sql.files.ignoredPathSegmentRegex': '.*2.*',
  'spark.sql.groupByOrdinal': 'false',
  'spark.sql.legacy.decimal.retainFractionDigitsOnTruncate': 'true',
  'spark.sql.legacy.exponentLiteralAsDecimal.enabled': 'true',
  'spark.sql.legacy.inSubqueryNullability': 'true',
  'spark.sql.legacy.scalarSubqueryCountBugBehavior': 'true',
  'spark.sql.legacy.sessionInitWithConfigDefaults': 'true',
  'spark.sql.legacy.setopsPrecedence.enabled': 'true',
  'spark.sql.orderByOrdinal': 'false',
  'spark.sql.parser.escapedStringLiterals': 'true',
  'spark.sql.session.timeZone': 'Asia/Tokyo',
  'spark.sql.timestampType': 'TIMESTAMP_NTZ',
};

export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.PATHQL_TEST_SPARK;
  if (given !== undefined) {
    project.provide('engine', given);
    project.provide('statusUrl', process.env.PATHQL_TEST_SPARK_STATUS ?? '');
    return () => Promise.resolve();
  }
  const { engine, statusUrl, stop } = await startCluster({
    isBrief: true,
    settings: ownSettings,
    tell: (words: string) => console.log(words),
  });
  project.provide('engine', engine);
  project.provide('statusUrl', statusUrl);
  return stop;
}
