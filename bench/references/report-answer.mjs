// Does what every peer in Node does alike: loads the library, measures from file to answer, prints figures and rows.

/** `prepare` loads the library, outside of what is measured, and returns what is measured. */
export async function reportAnswer(prepare) {
  const [file] = process.argv.slice(2);
  const answer = await prepare(file);
  const report = await measured(answer);
  process.stdout.write(JSON.stringify(report), () => process.exit(0));
}

/** Wall and CPU time of an answer, and the most memory this process has had. */
export async function measured(answer) {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const rows = await answer();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { ms, cpuMs: (user + system) / 1000, peakBytes, rows };
}
