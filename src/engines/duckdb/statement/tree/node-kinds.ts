// Lists the kinds of nodes a query may be made of. What is not listed is refused.

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const expressionClasses = list(
  `BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA LAMBDA_REF OPERATOR
POSITIONAL_REFERENCE STAR SUBQUERY WINDOW TYPE`,
);

export const queryNodes = list('SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE CTE_NODE');

export const tableNodes = list(
  'BASE_TABLE SUBQUERY JOIN TABLE_FUNCTION EXPRESSION_LIST EMPTY PIVOT SHOW_REF',
);

/** What changes the rows of a query, and the orders of an ORDER BY. */
export const modifierNodes = list(
  `LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER ORDER_MODIFIER DISTINCT_MODIFIER ORDER_DEFAULT ASCENDING DESCENDING`,
);

/** The fields a table may have. An AT clause or a catalogue name must not slip through. */
export const baseTableFields = list(
  'type alias sample query_location table_name column_name_alias',
);
