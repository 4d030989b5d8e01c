// Writes a name or value as one line that neither steers a terminal nor breaks an XML document.

export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(/[\0-\x1f\x7f-\x9f\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD');
}
