// Gives the editor its language, SQL with paths as tables: colours, and how comments are written.
import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { SqlParser } from './sql-parser.ts';

const languageData = defineLanguageFacet({
  commentTokens: { line: '--', block: { open: '/*', close: '*/' } },
});

export const sql = new Language(languageData, new SqlParser(languageData));

/** Colours are variables of the page, so that both themes have their own. */
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--sql-keyword)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--sql-text)' },
  { tag: tags.number, color: 'var(--sql-number)' },
  { tag: tags.comment, color: 'var(--sql-comment)', fontStyle: 'italic' },
  { tag: tags.link, color: 'var(--sql-path)', textDecoration: 'underline dotted' },
  { tag: tags.typeName, color: 'var(--sql-type)' },
  { tag: tags.function(tags.variableName), color: 'var(--sql-function)' },
]);

export const sqlLanguage: Extension = [sql, syntaxHighlighting(colours)];
