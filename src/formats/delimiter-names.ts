// Names the delimiters that are hard to see, or that stand between words.

export const delimiterNames: Readonly<Record<string, string>> = {
  '\t': 'tab',
  ',': ', (comma)',
  ';': '; (semicolon)',
  '|': '| (bar)',
};
