// Prints the part of CHANGELOG.md that belongs to a tag: node scripts/release-notes.mjs v1.2.0
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Throws when the tag is not `v` and the version, or when no part has that version as its heading. */
export function releaseNotes(tag, version, changelog) {
  if (tag !== `v${version}`) {
    throw new Error(`the tag is '${tag}', expected 'v${version}', the version in package.json`);
  }
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.split(/[\s,]/, 1)[0] === version);
  if (part === undefined) {
    throw new Error(`CHANGELOG.md has no part '## ${version}': name it so before the tag is set`);
  }
  return `${part.slice(part.indexOf('\n')).trim()}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const changelog = readFileSync(`${root}CHANGELOG.md`, 'utf8');
  process.stdout.write(releaseNotes(process.argv[2], version, changelog));
}
