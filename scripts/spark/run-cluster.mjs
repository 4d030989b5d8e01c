// Runs a Spark cluster on this machine until it is told to stop: npm run spark.
import { startCluster } from './cluster.mjs';

const tell = (words) => console.error(words);
try {
  const cluster = await startCluster({ tell });
  console.log(`A Spark cluster with two workers runs on this machine. Ask it from another terminal:

    pathql query --engine ${cluster.engine} "SELECT count(*) FROM /absolute/path/of/a.csv"

Ctrl-C ends it.`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => cluster.stop().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
