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

const storageKey = 'pathql.drafts';

export class Drafts {
  readonly #storages: readonly Storage[];
  #drafts: readonly Draft[];
  #active: number;

  /** Written to all, read from the first that has some: those of this window come before those of another one. */
  constructor(storages: readonly Storage[]) {
    this.#storages = storages;
    const stored = storages.map((storage) => readStored(storage, storageKey, isStored));
    const { drafts, active } = stored.find((one) => one !== undefined) ?? nothingYet;
    this.#drafts = drafts;
    this.#active = active;
  }

  get all(): readonly Draft[] {
    return this.#drafts;
  }

  get active(): Draft {
    const [first = emptyDraft(1)] = this.#drafts;
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
    const id = 1 + Math.max(...this.#drafts.map((draft) => draft.id));
    const draft = { ...emptyDraft(id), text };
    this.#active = id;
    this.#keep([...this.#drafts, draft]);
    return draft;
  }

  /** The one beside it becomes active; the last one is emptied. */
  remove(id: number): void {
    const at = this.#drafts.findIndex((draft) => draft.id === id);
    const others = this.#drafts.filter((draft) => draft.id !== id);
    const left = others.length === 0 ? [emptyDraft(id + 1)] : others;
    if (this.#active === id) this.#active = left[Math.min(at, left.length - 1)]?.id ?? id;
    this.#keep(left);
  }

  #keep(drafts: readonly Draft[]): void {
    this.#drafts = drafts;
    for (const storage of this.#storages) {
      writeStored(storage, storageKey, { drafts, active: this.#active });
    }
  }
}

function emptyDraft(id: number): Draft {
  return { id, text: '', params: {} };
}

const nothingYet: Stored = { drafts: [emptyDraft(1)], active: 1 };

function isStored(value: unknown): value is Stored {
  const { drafts, active } = (value ?? {}) as Partial<Stored>;
  const isList = Array.isArray(drafts) && drafts.length > 0 && drafts.every(isDraft);
  return isList && typeof active === 'number';
}

function isDraft(value: unknown): value is Draft {
  const { id, text, params } = (value ?? {}) as Partial<Draft>;
  return typeof id === 'number' && typeof text === 'string' && typeof params === 'object';
}
