// Tells in headers what an answer leaves out.

/** One for each warning, as `encodeURIComponent` writes it but for what may stand in a header; readable by web pages. */
export function warningHeaders(
  warnings: readonly string[] = [],
): Record<string, string | string[]> {
  if (warnings.length === 0) return {};
  return {
    'x-pathql-warning': warnings.map(headerText).join(', '),
    'access-control-expose-headers': 'x-pathql-warning',
  };
}

/** A comma ends a warning, so none stands inside. */
function headerText(text: string): string {
  return text.replace(/[^ -~]+|[%,]/gu, encodeURIComponent);
}
