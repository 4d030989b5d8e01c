// Reads the parameters of a query for the client.
import type { Parameters } from '../client/client.ts';
import { readJson } from '../client/read-json.ts';

export function paramsOption(params: string | undefined): { readonly params?: Parameters } {
  return params === undefined ? {} : { params: readJson(params) as Parameters };
}
