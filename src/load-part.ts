// Loads a part of the built program, with the code that V8 compiled of it at build time where it still fits.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Script } from 'node:vm';

type Part = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: object },
  filename: string,
  folder: string,
) => void;

// The part behind the hyphen is Node's, and makes no difference.
const [v8] = process.versions.v8.split('-');
/** Where the build keeps compiled code: each V8 reads only its own. */
const compiledFolder = join(__dirname, 'compiled', `${v8}-${process.arch}`);

const loaded = new Map<string, { exports: object }>();

/** As `require` does. Reading compiled code is several times as fast as compiling. */
export function loadPart(path: string): object {
  const known = loaded.get(path);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const folder = dirname(path);
  const requirePackage = createRequire(path);
  const require = (name: string) =>
    name.startsWith('.') ? loadPart(resolve(folder, name)) : requirePackage(name);
  compile(path)(module.exports, Object.assign(require, requirePackage), module, path, folder);
  return module.exports;
}

function compile(path: string): Part {
  // The build writes ASCII only, which needs no decoding.
  const text = readFileSync(path, 'latin1');
  const code = `(function (exports, require, module, __filename, __dirname) {${text}\n})`;
  const script = new Script(code, { filename: shownPath(path), cachedData: compiled(code, path) });
  return script.runInThisContext();
}

/** In stack traces. Compiled code holds it, so it is the same on every machine. */
function shownPath(path: string): string {
  return `pathql/${relative(__dirname, path).replaceAll(sep, '/')}`;
}

const digestBytes = 32;

/** V8 itself refuses what another version or other flags made, but of the text it compares the length only. */
function compiled(code: string, path: string): Buffer | undefined {
  let stored: Buffer;
  try {
    stored = readFileSync(join(compiledFolder, basename(path)));
  } catch {
    return undefined;
  }
  const digest = createHash('sha256').update(code, 'latin1').digest();
  return digest.equals(stored.subarray(0, digestBytes)) ? stored.subarray(digestBytes) : undefined;
}
