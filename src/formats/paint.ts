// Colours text for a terminal. Node's styleText asks process.stdout, which may be another stream.

const codes = { bold: '1', dim: '2', green: '32', red: '1;31' } as const;

/** Whether colour is wanted there; NO_COLOR: https://no-color.org */
export function hasColour(
  stream: { readonly isTTY?: boolean },
  env: { readonly [name: string]: string | undefined },
): boolean {
  return stream.isTTY === true && !env.NO_COLOR;
}

export type Style = keyof typeof codes;

export function paint(style: Style, text: string): string {
  return `\u001b[${codes[style]}m${text}\u001b[0m`;
}
