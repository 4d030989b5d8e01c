// Builds the console: the files of dist/console/, each also compressed, and the list of what is bundled in them.
import { build } from 'vite';
import { withCompressed } from './with-compressed.mjs';

/** Files: paths relative to dist/console/, with their contents. Modules: paths of what they were made from. */
export async function buildConsole(root) {
  const { output } = await build({
    root: `${root}src/console`,
    // Relative, so that the page works below any prefix of a proxy.
    base: './',
    configFile: false,
    logLevel: 'warn',
    worker: { format: 'es' },
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
