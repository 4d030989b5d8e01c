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
        // The loader reads these files without decoding.
        charset: 'ascii',
        minifyWhitespace: true,
        ...(hasUrl && {
          define: { 'import.meta.url': moduleUrl },
          banner: `const ${moduleUrl} = require("node:url").pathToFileURL(__filename).href;`,
        }),
      });
      return { path, contents: withoutRawLetters(code) };
    }),
  );
}

/** esbuild leaves the letters of regular expressions as they are. Nothing else has any: an escape there would be a fault. */
function withoutRawLetters(code) {
  return code.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
