// Describes a column of a log.

export interface LogColumn {
  readonly name: string;
  /** That every value of a log must fit; null: the narrowest in which all values are exact. */
  readonly type: string | null;
}
