// Declares what is used of WebAssembly: the types of Node leave it to those of browsers.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    readonly exports: Readonly<Record<string, unknown>>;
    constructor(
      module: Module,
      imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    );
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    constructor(descriptor: { readonly initial: number });
    grow(pages: number): number;
  }
  class Global {
    readonly value: unknown;
  }
}
