// Follows the words of a query and knows where the next one names a file.

interface Frame {
  readonly inFrom: boolean;
  readonly expectsTable: boolean;
}

export interface TablePlaces {
  readonly frames: readonly Frame[];
}

const outside: Frame = { inFrom: false, expectsTable: false };
export const atStart: TablePlaces = { frames: [outside] };

const opening = new Set(['FROM', 'JOIN', 'DESCRIBE', 'SUMMARIZE', 'PIVOT', 'UNPIVOT']);
const closing = new Set(
  'SELECT WHERE GROUP HAVING ORDER LIMIT QUALIFY WINDOW UNION INTERSECT EXCEPT ON USING'.split(' '),
);

export function expectsTable({ frames }: TablePlaces): boolean {
  return frames.at(-1)?.expectsTable ?? false;
}

export function afterWord(places: TablePlaces, word: string): TablePlaces {
  const upper = word.toUpperCase();
  if (opening.has(upper)) return withFrame(places, { inFrom: true, expectsTable: true });
  if (upper === 'ON' || upper === 'USING') return afterTable(places);
  if (closing.has(upper)) return withFrame(places, outside);
  return afterTable(places);
}

/** After a path, a value or an operator. */
export function afterTable(places: TablePlaces): TablePlaces {
  const inFrom = places.frames.at(-1)?.inFrom ?? false;
  return withFrame(places, { inFrom, expectsTable: false });
}

export function afterMark(places: TablePlaces, mark: string): TablePlaces {
  const { frames } = places;
  const frame = frames.at(-1) ?? outside;
  if (mark === '(') {
    const inner = frame.expectsTable ? { inFrom: true, expectsTable: true } : outside;
    return { frames: [...afterTable(places).frames, inner] };
  }
  if (mark === ')') return afterTable({ frames: frames.length > 1 ? frames.slice(0, -1) : frames });
  if (mark === ';') return atStart;
  return withFrame(places, { inFrom: frame.inFrom, expectsTable: mark === ',' && frame.inFrom });
}

function withFrame({ frames }: TablePlaces, frame: Frame): TablePlaces {
  return { frames: [...frames.slice(0, -1), frame] };
}
