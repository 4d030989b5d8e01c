// The underline at the place an error message points to. The next change of the text takes it away.
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { Place } from './error-place.ts';

export const setErrorMark = StateEffect.define<Place | undefined>();

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

/** A place at the very end marks the character before it: an empty range shows nothing. */
function marksAt(place: Place | undefined, length: number): DecorationSet {
  if (place === undefined || length === 0) return Decoration.none;
  const to = Math.min(length, Math.max(place.to, place.from + 1));
  const from = Math.min(place.from, to - 1);
  return Decoration.set([(from === place.from ? mark : pointMark).range(from, to)]);
}
