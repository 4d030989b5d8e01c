// Reads the setting that says where queries run.
import type { SettingKind } from './setting-kinds.ts';
import { readSparkAddress } from './spark-address.ts';

export const embeddedEngine = 'duckdb';

export function engineAddress(): SettingKind<string> {
  return {
    placeholder: '<engine>',
    range: 'duckdb, or the address of a Spark Connect server such as sc://spark.example.org:15002',
    read(value) {
      if (value.toLowerCase() === embeddedEngine) return embeddedEngine;
      return readSparkAddress(value) === null ? undefined : value;
    },
  };
}
