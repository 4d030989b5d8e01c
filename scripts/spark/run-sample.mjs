// Runs a sample of the tests on a real Spark cluster, or says why none can run here: npm run test:spark:sample.
import { spawnSync } from 'node:child_process';
import { sparkHome } from './environment.mjs';

/** Of the questions one in so many, of the files so many. Of cancels only those of the test of the service. */
const sample = { SPARK_EVERY: '15', SPARK_FILES: '5', SPARK_CANCELS: '0' };

try {
  await sparkHome(console.log);
} catch (error) {
  console.log(`No test on Spark ran here: ${error.message}`);
  process.exit(0);
}
const { status } = spawnSync('npm', ['run', 'test:spark'], {
  env: { ...process.env, ...sample },
  stdio: 'inherit',
});
process.exit(status ?? 1);
