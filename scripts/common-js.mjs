// Turns bundles of ES modules into CommonJS, which alone can be compiled beforehand. esbuild splits ES modules only.
import { transform } from 'esbuild';

const moduleUrl = 'urlOfModule';

/** Takes and gives esbuild's output files. */
export function asCommonJs(files) {
  return Promise.all(
    files.map(async ({ path, text }) => {
      const hasUrl = text.includes('import.meta.url');
      const { code } = await transform(text, {
        format: 'cjs',
        platform: 'node',
        target: 'node20',
        // An import that waits would go past the loader.
        supported: { 'dynamic-import': false },
        // Only such texts are read without decoding.
        charset: 'ascii',
        minifyWhitespace: true,
        ...(hasUrl && {
          define: { 'import.meta.url': moduleUrl },
          banner: `const ${moduleUrl} = require("node:url").pathToFileURL(__filename).href;`,
        }),
      });
      return { path, contents: inAscii(code) };
    }),
  );
}

/** esbuild leaves the letters of regular expressions as they are. */
function inAscii(code) {
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
