import { expect, test } from 'vitest';
import { settingKeys, settingsTable } from '../../src/settings/settings-table.ts';

const rows = settingKeys.map((key) => settingsTable[key]);
const host = { cores: 1, threads: 4096, memoryBytes: 1e9, freeDiskBytes: 1e9 };

test('no two settings share a name', () => {
  for (const name of ['env', 'flag'] as const) {
    expect(new Set(rows.map((row) => row[name])).size).toBe(rows.length);
  }
});

test.each(settingKeys)('%s can be written as its default is', (key) => {
  const { kind, default: defaultOf, defaultText } = settingsTable[key];
  if (!/^\S+$/.test(defaultText) || defaultText === 'none') return;
  expect(kind.read(defaultText, host)).toBe(defaultOf(host));
});
