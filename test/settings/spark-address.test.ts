import { expect, test } from 'vitest';
import { readSettings } from '../../src/settings/read-settings.ts';
import { readSparkAddress } from '../../src/settings/spark-address.ts';

test.each([
  ['sc://host', 'host:15002', false],
  ['sc://host:7000', 'host:7000', false],
  ['sc://10.0.0.1:7000/', '10.0.0.1:7000', false],
  ['sc://[::1]:7000', '[::1]:7000', false],
  ['sc://spark.example.org:443/;use_ssl=true', 'spark.example.org:443', true],
])('%s', (text, hostAndPort, usesTls) => {
  expect(readSparkAddress(text)).toEqual({ hostAndPort, usesTls });
});

test.each([
  'spark://host:7077',
  'sc://',
  'sc://host:99999',
  'sc://host:1/;token=x',
  'http://host',
  'sc://a b',
])('%s is no address', (text) => {
  expect(readSparkAddress(text)).toBeNull();
  expect(() => readSettings({ ENGINE: text })).toThrow('ENGINE: expected duckdb');
});

test('DATA_DIR is a folder of the cluster then', () => {
  const of = (dataDir: string) => readSettings({ ENGINE: 'sc://host', DATA_DIR: dataDir }).dataDir;
  for (const folder of ['/nowhere/data', 's3a://bucket', 's3a://bucket/x', 'hdfs://host/x']) {
    expect(of(folder)).toBe(folder);
  }
  for (const text of ['data', './x', '../x']) expect(() => of(text)).toThrow('DATA_DIR');
  expect(() => readSettings({ DATA_DIR: '/nowhere/data' })).toThrow('DATA_DIR');
});
