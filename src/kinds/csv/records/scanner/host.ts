// Declares what the program outside does for the scanner.

/**
 * Looks closer at a text: `types | wholeDigits << 16 | fractionDigits << 24` as in texts.ts, or -1 where it does not
 * fit the type that its column was given.
 */
export declare function lookAt(column: i32, at: usize, length: i32, isQuoted: bool): i32;
