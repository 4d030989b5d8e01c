// Quotes in a message what a client sent: control characters escaped, and never endless.

const longest = 100;

export function quoted(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}
