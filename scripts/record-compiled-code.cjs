// Loaded before the built program: writes the code of its parts beside them when it ends.
const { createHash } = require('node:crypto');
const { mkdirSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const vm = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const { arch, argv, versions } = process;
const scripts = [];

vm.Script = class extends vm.Script {
  constructor(code, options) {
    super(code, { ...options, cachedData: undefined });
    scripts.push({ script: this, code, name: basename(options.filename) });
  }
};

// Threads are started with this file, too, and have no program.
function writeCode() {
  const folder = join(dirname(argv[1]), 'compiled', `${versions.v8.split('-')[0]}-${arch}`);
  mkdirSync(folder, { recursive: true });
  for (const { script, code, name } of scripts) {
    const digest = createHash('sha256').update(code, 'latin1').digest();
    writeFileSync(join(folder, name), Buffer.concat([digest, script.createCachedData()]));
  }
}

if (isMainThread) process.on('exit', writeCode);
