// Declares what the program outside does for the scanner.

/**
 * Looks closer at a text: `types | wholeDigits << 16 | fractionDigits << 24` as in texts.ts, or -1 where it does not
 * fit the type that its column was given.
 */
export declare function lookAt(column: i32, at: usize, length: i32, isQuoted: bool): i32;

/** Whether a text stands for no value. */
export declare function isNull(at: usize, length: i32, isQuoted: bool): bool;

/** The DOUBLE that keeps all digits of a number; NaN: there is none. */
export declare function doubleOf(at: usize, length: i32): f64;

/** Microseconds since 1970 of a time stamp; the least number: it is none. */
export declare function momentOf(at: usize, length: i32, hasOffset: bool): i64;
