// Gives a value a name within an expression that needs it several times: Spark then computes it once, and its SQL stands there once.

/** A shorter one may stand there as often as it is needed: Spark compiles it, which it does not do with names. */
const mostRepeated = 160;

/** Names that are used within each other must differ. NULL is passed on as any other value. */
export function naming(value: string, name: string, write: (name: string) => string): string {
  if (value.length <= mostRepeated) return write(value);
  return `get(transform(array(${value}), ${name} -> ${write(name)}), 0)`;
}
