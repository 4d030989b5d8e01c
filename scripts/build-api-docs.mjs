// Builds the page /api/docs: the files of dist/api-docs/, each also compressed, and the list of what is bundled in them.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { withCompressed } from './with-compressed.mjs';

/** Files: paths relative to dist/api-docs/, with their contents. Modules: paths of what they were made from. */
export async function buildApiDocs(root) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/api-docs/main.ts', 'src/console/icon.svg'],
    outdir: 'dist/api-docs',
    entryNames: '[name]-[hash]',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    loader: { '.svg': 'copy' },
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const parts = outputFiles.map(({ path, contents }) => ({
    path: basename(path),
    contents: Buffer.from(contents),
  }));
  const template = await readFile(`${root}src/api-docs/index.html`, 'utf8');
  const page = { path: 'index.html', contents: Buffer.from(withNames(template, parts)) };
  return {
    files: (await Promise.all([page, ...parts].map(withCompressed))).flat(),
    modules: Object.keys(metafile.inputs).map((path) => `${root}${path}`),
  };
}

/** The page stands beside the folder `docs` with its parts, below whatever prefix a proxy adds. */
function withNames(template, parts) {
  return parts.reduce((page, { path }) => {
    const [, name, extension] = /^(.*)-[A-Z0-9]+(\..*)$/.exec(path);
    return page.replace(`"${name}${extension}"`, `"docs/${path}"`);
  }, template);
}
