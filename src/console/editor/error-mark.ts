// Underlines the span an error message points to. The next change of the text takes the line away.
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { TextSpan } from '../../errors.ts';

export const setErrorMark = StateEffect.define<TextSpan | undefined>();

const mark = Decoration.mark({ class: 'error-mark' });
const pointMark = Decoration.mark({ class: 'error-mark error-point' });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const effect = transaction.effects.find((one) => one.is(setErrorMark));
    if (effect !== undefined) return marksAt(effect.value, transaction.newDoc.length);
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (own) => EditorView.decorations.from(own),
});

export const errorMark: Extension = field;

/** A span at the very end marks the character before it: an empty range shows nothing. */
function marksAt(span: TextSpan | undefined, length: number): DecorationSet {
  if (span === undefined || length === 0) return Decoration.none;
  const end = Math.min(length, Math.max(span.end, span.start + 1));
  const start = Math.min(span.start, end - 1);
  return Decoration.set([(start === span.start ? mark : pointMark).range(start, end)]);
}
