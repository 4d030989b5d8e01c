// Does what every peer does alike: loads the library, times from file to answer, reports both to the parent.

/** `prepare` loads the library, outside the time, and returns what is timed. */
export async function reportAnswer(prepare) {
  const [file] = process.argv.slice(2);
  const answer = await prepare(file);
  const startedAt = performance.now();
  const rows = await answer();
  process.send({ ms: performance.now() - startedAt, rows }, () => process.exit(0));
}
