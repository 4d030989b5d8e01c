// Writes a decimal number in one form, so that two notations of the same digits compare as texts.

/** `-12.50e3` becomes `-125e2`: all digits, no zero that changes nothing. */
export function canonicalNumber(text: string): string {
  const [, sign, before = '', after = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (sign === undefined) throw new Error(`no number: ${JSON.stringify(text)}`);
  const digits = `${before}${after}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return `${sign}0`;
  const power =
    BigInt(exponent) - BigInt(after.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}
