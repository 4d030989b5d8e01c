// Opens the editor of the query.
import {
  autocompletion,
  closeBrackets,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import type { TextSpan } from '../../errors.ts';
import { type CompletionFacts, sqlCompletions } from './completions.ts';
import { editorTheme } from './editor-theme.ts';
import { errorMark, setErrorMark } from './error-mark.ts';
import { sqlLanguage } from './sql-language.ts';

export interface SqlEditor {
  /** The selected text when there is some, else all of it, and where it starts. */
  queryToRun(): { readonly sql: string; readonly start: number };
  text(): string;
  setText(text: string): void;
  /** Underlines a span of the whole text. */
  markError(span: TextSpan | undefined): void;
  focus(): void;
}

export interface SqlEditorOptions {
  readonly facts: CompletionFacts;
  readonly onRun: () => void;
  /** True when there was something to cancel. */
  readonly onCancel: () => boolean;
}

/** In a shadow tree: there the editor's own styles are objects, which a strict content policy allows. */
export function openEditor(host: HTMLElement, options: SqlEditorOptions): SqlEditor {
  const root = host.attachShadow({ mode: 'open' });
  const view = new EditorView({ parent: root, root, state: newState(options) });
  return {
    queryToRun() {
      const { from, to } = view.state.selection.main;
      const selected = view.state.sliceDoc(from, to);
      if (selected.trim() !== '') return { sql: selected, start: from };
      return { sql: view.state.doc.toString(), start: 0 };
    },
    text: () => view.state.doc.toString(),
    setText(text) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.length },
      });
    },
    markError: (span) => view.dispatch({ effects: setErrorMark.of(span) }),
    focus: () => view.focus(),
  };
}

function newState({ facts, onRun, onCancel }: SqlEditorOptions): EditorState {
  const run = () => {
    onRun();
    return true;
  };
  const cancel = (view: EditorView) => completionStatus(view.state) === null && onCancel();
  return EditorState.create({
    extensions: [
      Prec.highest(
        keymap.of([
          { key: 'Mod-Enter', run },
          { key: 'Ctrl-Enter', run },
          { key: 'Escape', run: cancel },
        ]),
      ),
      keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      history(),
      lineNumbers(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [sqlCompletions(facts)], icons: false }),
      placeholder('SELECT … FROM a file on the left'),
      sqlLanguage,
      errorMark,
      editorTheme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': 'SQL query' }),
    ],
  });
}
