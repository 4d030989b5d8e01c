// Builds the console: the files of dist/console/, each also compressed, and the list of what is bundled in them.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

/** Below this, compressing saves nothing worth a second file. */
const smallestCompressed = 200;

/** Files: paths relative to dist/console/, with their contents. Modules: paths of what they were made from. */
export async function buildConsole(root) {
  const { output } = await build({
    root: `${root}src/console`,
    // Relative, so that the page works below any prefix of a proxy.
    base: './',
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  });
  const files = output.map((one) => ({
    path: one.fileName,
    contents: Buffer.from(one.type === 'chunk' ? one.code : one.source),
  }));
  return {
    files: (await Promise.all(files.map(withCompressed))).flat(),
    modules: output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : [])),
  };
}

async function withCompressed(file) {
  const { path, contents } = file;
  if (contents.length < smallestCompressed) return [file];
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return [
    file,
    { path: `${path}.br`, contents: await promisify(brotliCompress)(contents, quality) },
    { path: `${path}.gz`, contents: await promisify(gzip)(contents, { level: 9 }) },
  ];
}
