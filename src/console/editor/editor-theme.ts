// Styles the editor. Colours are variables of the page; they reach into the shadow tree.
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

export const editorTheme: Extension = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '14px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 14px 0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ink-faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 12px', minWidth: '22px' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'var(--selection)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selection)' },
  '.error-mark': {
    textDecoration: 'underline wavy var(--danger) 1.5px',
    textUnderlineOffset: '4px',
    backgroundColor: 'var(--danger-wash)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', lineHeight: '1.5' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-panels': { backgroundColor: 'var(--page)', color: 'var(--ink)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 34px 6px 10px', fontFamily: 'var(--sans)' },
  '.cm-panel.cm-search input:not([type=checkbox]), .cm-panel.cm-search button': {
    padding: '3px 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    background: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: '13px',
  },
  '.cm-panel.cm-search button[name=close]': { padding: '0 8px', border: '0', fontSize: '18px' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2px',
    marginRight: '6px',
    verticalAlign: 'middle',
    fontSize: '13px',
  },
  '.cm-panel.cm-search :focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-searchMatch': { backgroundColor: 'var(--selection)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--focus)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--hover)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { opacity: '0.8', fontStyle: 'normal', marginLeft: '1.5em' },
});
