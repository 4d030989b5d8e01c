// Limits how large a statement may be: planning cannot be interrupted, so what plans too long must not start.

/**
 * A chain of n operators over constants plans in about n³ (measured on two cores, 1.5.5: 100 levels 0.05 s,
 * nested structs 0.1 s, dates 0.3 s; 200 levels 0.25 s, 600 levels 6 s).
 */
export const maxExpressionDepth = 100;

/** The sum over all calls and operators of their depth squared: three chains of the greatest depth. */
export const maxExpressionWork = 1_000_000;

/** Every subquery inside an expression doubles the time: 12 levels 0.05 s, 14 levels 0.15 s, 18 levels 1.7 s. */
export const maxSubqueryDepth = 12;

/** Every `->` doubles the time, as it may be a lambda: 12 of them 0.01 s, 16 of them 0.25 s, 20 of them 3.2 s. */
export const maxArrowDepth = 12;

/** Joins of 64 tables on different columns plan in 0.1 to 0.6 s, whatever the kinds of their joins. */
export const maxJoinedTables = 64;

/**
 * Columns that are all equal to each other, as in joins on one key: every two of them become a condition. Below an
 * aggregate 30 tables take 0.4 s, 40 take 1 s, 50 take 3 s and 64 up to 15 s.
 */
export const maxEqualColumns = 30;

/** Joins of so few tables may make any columns equal. */
export const maxAlikeTables = 30;

/** INTERSECT and EXCEPT: chains of 50 plan in 0.4 to 0.7 s, of 300 in 12 s. UNION has no such price. */
export const maxComparedSets = 30;

/** Set operations and nested FROM clauses: 1,000 of them plan in 0.05 s. */
export const maxTreeDepth = 4_000;
