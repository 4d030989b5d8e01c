// Writes package.json as it is packed, and puts the one of the repository back: npm calls it before and after it packs.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const manifestPath = fileURLToPath(new URL('../package.json', import.meta.url));
const keptPath = `${manifestPath}.kept`;

/** What only developers need: npm warns of a `prepare` script when the package is installed. */
const ofDevelopers = ['scripts', 'devDependencies', 'overrides', 'scarfSettings'];
const placeholder = 'OWNER/pathql';

/** `repository` is `owner/name` at GitHub, as in GITHUB_REPOSITORY. Without it no link is better than one that leads nowhere. */
export function packedManifest(manifest, repository = placeholder) {
  const kept = Object.entries(manifest).filter(([key]) => !ofDevelopers.includes(key));
  const text = JSON.stringify(Object.fromEntries(kept));
  const packed = JSON.parse(text.replaceAll(placeholder, repository));
  if (repository !== placeholder) return packed;
  const { repository: _, homepage, bugs, ...withoutLinks } = packed;
  return withoutLinks;
}

function write() {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const packed = packedManifest(manifest, process.env.GITHUB_REPOSITORY || undefined);
  if (packed.repository === undefined && process.env.npm_command === 'publish') {
    throw new Error(
      'cannot publish: package.json names no repository. Set GITHUB_REPOSITORY=owner/name.',
    );
  }
  renameSync(manifestPath, keptPath);
  writeFileSync(manifestPath, `${JSON.stringify(packed, null, 2)}\n`);
}

const actions = { write, restore: () => renameSync(keptPath, manifestPath) };
const action = process.argv[2] ?? '';
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!Object.hasOwn(actions, action))
    throw new Error(`expected write or restore, got '${action}'`);
  actions[action]();
}
