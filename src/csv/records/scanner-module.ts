// Compiles the scanner's WebAssembly, once.
import { wasm } from './scanner.generated.ts';

let compiled: WebAssembly.Module | undefined;

export function scannerModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  return compiled;
}
