// Reads a header such as Accept or Accept-Encoding: the names in it, what the client likes best first.

interface Weighted {
  readonly name: string;
  readonly weight: number;
}

/** In lower case. Names with a weight of 0 are left out; equal weights keep their order. */
export function acceptedNames(header: string | readonly string[] | undefined): string[] {
  return weightedNames(header)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ name }) => name);
}

/** The weight of `name`, or that of `*` where it is not named itself, or 0. */
export function weightOf(name: string, header: string | readonly string[] | undefined): number {
  const names = weightedNames(header);
  const found = names.find((one) => one.name === name) ?? names.find((one) => one.name === '*');
  return found?.weight ?? 0;
}

function weightedNames(header: string | readonly string[] | undefined): Weighted[] {
  return String(header ?? '')
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return { name, weight: weightFrom(parameters) };
    });
}

/** Without one, or with one that is no number: 1. */
function weightFrom(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [, digits] = /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(parameter) ?? [];
    if (digits !== undefined) return Number(digits);
  }
  return 1;
}
