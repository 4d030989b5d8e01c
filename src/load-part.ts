// Loads a part of the built program, with the code that V8 compiled of it at build time where it still fits.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
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
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${text}\n})`,
    { filename: path, cachedData: compiledCode(path) },
  );
  return script.runInThisContext();
}

/** V8 itself refuses what another version or other flags made. */
function compiledCode(path: string): Buffer | undefined {
  try {
    return readFileSync(join(compiledFolder, basename(path)));
  } catch {
    return undefined;
  }
}
