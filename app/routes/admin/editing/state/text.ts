/** Everything typed into the form, at one moment. */
export type Text<Values> = { values: Values; content: string; bodyRevision: number };

export type Versions = { id: string; version: number; pendingVersion: number };

/** The parts that saving and the journal need of the text of a form; `content` is '' where there is no body. */
export type SavedText<Values> = {
  values: Values;
  bodyRevision: number;
  now: () => Text<Values>;
  update: (change: (before: Values) => Values) => void;
  /** @param content null keeps the body @returns the revision of the body from then on */
  replace: (values: Values, content: string | null) => number;
};

/** True if two forms hold the same values, whatever their order. */
export function isSame<Values extends object>(one: Values, other: Values): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(values: object): [string, unknown][] {
  return Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
