// Keeps the queries being written, one for each tab, so that a reload loses nothing.
import { readStored, writeStored } from '../stored.ts';

export const parameterKinds = ['text', 'number', 'boolean', 'NULL'] as const;

export interface GivenParameter {
  readonly kind: (typeof parameterKinds)[number];
  readonly text: string;
}

/** By name, or by number from 1. */
export type GivenParameters = Readonly<Record<string, GivenParameter>>;

export function isGivenParameters(value: unknown): value is GivenParameters {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one: unknown) => {
    const { kind, text } = (one ?? {}) as Partial<GivenParameter>;
    return parameterKinds.some((known) => known === kind) && typeof text === 'string';
  });
}

export interface Draft {
  readonly id: number;
  readonly text: string;
  readonly params: GivenParameters;
}

interface Stored {
  readonly drafts: readonly Draft[];
  readonly active: number;
}

export interface DraftStorages {
  /** Outlives a reload of this window. */
  readonly ofWindow: Storage | undefined;
  /** Outlives all windows, and holds the drafts of each. */
  readonly ofAll: Storage | undefined;
}

const storageKey = 'pathql.drafts';
/** Of windows that were closed. */
const mostKept = 100;

export class Drafts {
  readonly #storages: DraftStorages;
  #drafts: readonly Draft[] = [emptyDraft()];
  #active = 0;
  /** Closed, or taken over by this window, and not yet written so. */
  readonly #gone = new Set<number>();

  constructor(storages: DraftStorages) {
    this.#storages = storages;
    const own = readStored(storages.ofWindow, storageKey, isStored);
    if (own === undefined) this.#takeOver();
    else {
      this.#drafts = own.drafts;
      this.#active = own.active;
    }
  }

  get all(): readonly Draft[] {
    return this.#drafts;
  }

  get active(): Draft {
    const [first = emptyDraft()] = this.#drafts;
    return this.#drafts.find(({ id }) => id === this.#active) ?? first;
  }

  change(id: number, changes: Partial<Omit<Draft, 'id'>>): void {
    this.#keep(this.#drafts.map((draft) => (draft.id === id ? { ...draft, ...changes } : draft)));
  }

  activate(id: number): void {
    this.#active = id;
    this.#keep(this.#drafts);
  }

  add(text: string): Draft {
    const draft = { ...emptyDraft(), text };
    this.#active = draft.id;
    this.#keep([...this.#drafts, draft]);
    return draft;
  }

  /** The one beside it becomes active; the last one is emptied. */
  remove(id: number): void {
    const at = this.#drafts.findIndex((draft) => draft.id === id);
    const others = this.#drafts.filter((draft) => draft.id !== id);
    const left = others.length === 0 ? [emptyDraft()] : others;
    if (this.#active === id) this.#active = left[Math.min(at, left.length - 1)]?.id ?? id;
    this.#gone.add(id);
    this.#keep(left);
  }

  /** Under ids of this window, as another one may still show them. */
  #takeOver(): void {
    const { drafts, active } = readStored(this.#storages.ofAll, storageKey, isStored) ?? nothing;
    for (const { id } of drafts) this.#gone.add(id);
    const written = drafts.filter(
      (draft, at) => isWritten(draft) && !isIn(drafts.slice(0, at), draft),
    );
    const shown = drafts.find(({ id }) => id === active);
    const own = written.map((draft) => ({ ...draft, id: newId() }));
    if (own.length > 0) this.#drafts = own;
    this.#active = own.find((draft) => shown !== undefined && isSame(draft, shown))?.id ?? 0;
    this.save();
  }

  #keep(drafts: readonly Draft[]): void {
    this.#drafts = drafts;
    this.save();
  }

  /** Again when the window closes: another one may have left out what it had taken over. */
  save(): void {
    const drafts = this.#drafts;
    const { ofWindow, ofAll } = this.#storages;
    const active = this.active.id;
    writeStored(ofWindow, storageKey, { drafts, active });
    const known = readStored(ofAll, storageKey, isStored)?.drafts ?? [];
    const ofOthers = known.filter(
      (draft) => !this.#isOwn(draft) && isWritten(draft) && !isIn(drafts, draft),
    );
    const kept = { drafts: [...ofOthers.slice(-mostKept), ...drafts], active };
    // From now on, who writes one of them has it open.
    if (writeStored(ofAll, storageKey, kept)) this.#gone.clear();
  }

  #isOwn({ id }: Draft): boolean {
    return this.#gone.has(id) || this.#drafts.some((draft) => draft.id === id);
  }
}

function emptyDraft(): Draft {
  return { id: newId(), text: '', params: {} };
}

/** Another one in each window. */
function newId(): number {
  return 1 + Math.floor(Math.random() * 2 ** 50);
}

function isWritten({ text }: Draft): boolean {
  return text.trim() !== '';
}

function isIn(drafts: readonly Draft[], wanted: Draft): boolean {
  return drafts.some((draft) => isSame(draft, wanted));
}

function isSame(one: Draft, other: Draft): boolean {
  return one.text === other.text && JSON.stringify(one.params) === JSON.stringify(other.params);
}

const nothing: Stored = { drafts: [], active: 0 };

function isStored(value: unknown): value is Stored {
  const { drafts, active } = (value ?? {}) as Partial<Stored>;
  const isList = Array.isArray(drafts) && drafts.length > 0 && drafts.every(isDraft);
  return isList && typeof active === 'number';
}

function isDraft(value: unknown): value is Draft {
  const { id, text, params } = (value ?? {}) as Partial<Draft>;
  return typeof id === 'number' && typeof text === 'string' && typeof params === 'object';
}
