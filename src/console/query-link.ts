// Keeps the query in the address of the page: #sql=… fills the editor, and runs nothing.

export function queryInAddress(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get('sql') ?? undefined;
}

/** The address of this page with the query in it; also what the address bar shows from now on. */
export function linkTo(sql: string): string {
  const link = new URL(location.href);
  link.hash = `sql=${encodeURIComponent(sql)}`;
  history.replaceState(null, '', link);
  return link.href;
}
