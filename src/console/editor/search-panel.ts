// Finds and replaces text of the query, in a panel above it that leaves the text its room.
import { highlightSelectionMatches, search, searchPanelOpen } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** `host` has a style for it while the panel is open. */
export function searchPanel(host: HTMLElement): Extension {
  return [
    search({ top: true }),
    highlightSelectionMatches(),
    EditorState.phrases.of(phrases),
    EditorView.updateListener.of(({ state }) => {
      host.classList.toggle('searching', searchPanelOpen(state));
    }),
  ];
}

const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
};
