// Starts the cluster that all tests of this folder share, or takes the one that PATHQL_TEST_SPARK names.
import type { TestProject } from 'vitest/node';
import { startCluster } from '../../scripts/spark/cluster.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    engine: string;
    statusUrl: string;
  }
}

export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.PATHQL_TEST_SPARK;
  if (given !== undefined) {
    project.provide('engine', given);
    project.provide('statusUrl', process.env.PATHQL_TEST_SPARK_STATUS ?? '');
    return () => Promise.resolve();
  }
  const { engine, statusUrl, stop } = await startCluster({
    isBrief: true,
    tell: (words: string) => console.log(words),
  });
  project.provide('engine', engine);
  project.provide('statusUrl', statusUrl);
  return stop;
}
