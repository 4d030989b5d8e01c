// Opens the editor of the query.
import {
  autocompletion,
  closeBrackets,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import type { TextSpan } from '../../errors.ts';
import { type CompletionFacts, sqlCompletions } from './completions.ts';
import { editorTheme } from './editor-theme.ts';
import { errorMark, setErrorMark } from './error-mark.ts';
import { searchPanel } from './search-panel.ts';
import { sqlLanguage } from './sql-language.ts';

export interface SqlEditor {
  /** The selected text when there is some, else all of it, and where it starts. */
  queryToRun(): { readonly sql: string; readonly start: number };
  text(): string;
  /** As one change, which can be undone. */
  replace(span: TextSpan, text: string): void;
  /** In place of what is selected. */
  insert(text: string): void;
  /** Shows the text of a tab, with its own history of changes. */
  showTab(id: number, text: string): void;
  forgetTab(id: number): void;
  /** Underlines a span of the whole text. */
  markError(span: TextSpan | undefined): void;
  focus(): void;
}

export interface SqlEditorOptions {
  readonly facts: CompletionFacts;
  readonly onRun: () => void;
  /** True when there was something to cancel. */
  readonly onCancel: () => boolean;
  readonly onFormat: () => void;
  readonly onChange: (text: string) => void;
  /** Whether a part is selected, which is then what runs. */
  readonly onSelect: (hasSelection: boolean) => void;
}

/** In a shadow tree: there the editor's own styles are objects, which a strict content policy allows. */
export function openEditor(host: HTMLElement, options: SqlEditorOptions): SqlEditor {
  const root = host.attachShadow({ mode: 'open' });
  const extensions = extensionsOf(host, options);
  const view = new EditorView({ parent: root, root, state: EditorState.create({ extensions }) });
  const states = new Map<number, EditorState>();
  let shown = 0;
  return {
    queryToRun() {
      const { from, to } = view.state.selection.main;
      if (hasSelection(view.state)) return { sql: view.state.sliceDoc(from, to), start: from };
      return { sql: view.state.doc.toString(), start: 0 };
    },
    text: () => view.state.doc.toString(),
    replace({ start, end }, text) {
      const insert = view.state.toText(text);
      view.dispatch({
        changes: { from: start, to: end, insert },
        selection: { anchor: start + insert.length },
        scrollIntoView: true,
        annotations: isolateHistory.of('full'),
      });
    },
    insert: (text) => view.dispatch(view.state.replaceSelection(text)),
    showTab(id, text) {
      states.set(shown, view.state);
      const known = states.get(id);
      const isKnown = known !== undefined && known.doc.toString() === text;
      const doc = view.state.toText(text);
      const selection = { anchor: doc.length };
      view.setState(isKnown ? known : EditorState.create({ doc, selection, extensions }));
      shown = id;
      options.onSelect(hasSelection(view.state));
    },
    forgetTab: (id) => void states.delete(id),
    markError: (span) => view.dispatch({ effects: setErrorMark.of(span) }),
    focus: () => view.focus(),
  };
}

function hasSelection(state: EditorState): boolean {
  const { from, to } = state.selection.main;
  return state.sliceDoc(from, to).trim() !== '';
}

function extensionsOf(host: HTMLElement, options: SqlEditorOptions): Extension[] {
  const { facts, onRun, onFormat, onCancel, onChange, onSelect } = options;
  const run = () => {
    onRun();
    return true;
  };
  const format = () => {
    onFormat();
    return true;
  };
  const cancel = (view: EditorView) => completionStatus(view.state) === null && onCancel();
  return [
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run },
        { key: 'Ctrl-Enter', run },
        { key: 'Alt-Shift-f', run: format },
      ]),
    ),
    keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    Prec.low(keymap.of([{ key: 'Escape', run: cancel }])),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) onChange(state.doc.toString());
      if (docChanged || selectionSet) onSelect(hasSelection(state));
    }),
    history(),
    searchPanel(host),
    lineNumbers(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ override: [sqlCompletions(facts)], icons: false }),
    placeholder('SELECT … FROM a file'),
    sqlLanguage,
    errorMark,
    editorTheme,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'SQL query', tabindex: '0' }),
  ];
}
