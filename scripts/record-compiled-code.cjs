// Loaded before the built program: writes the code of its parts beside them when it ends.
const { createHash } = require('node:crypto');
const { mkdirSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const vm = require('node:vm');

const { arch, argv, versions } = process;
const folder = join(dirname(argv[1]), 'compiled', `${versions.v8.split('-')[0]}-${arch}`);
const scripts = [];

vm.Script = class extends vm.Script {
  constructor(code, options) {
    super(code, { ...options, cachedData: undefined });
    scripts.push({ script: this, code, name: basename(options.filename) });
  }
};

process.on('exit', () => {
  mkdirSync(folder, { recursive: true });
  for (const { script, code, name } of scripts) {
    const digest = createHash('sha256').update(code, 'latin1').digest();
    writeFileSync(join(folder, name), Buffer.concat([digest, script.createCachedData()]));
  }
});
