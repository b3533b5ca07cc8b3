/** Everything typed into the form, at one moment. */
export type Text<Values> = { values: Values; content: string; bodyRevision: number };

/** What saving and the journal need of the text of a form; `content` is '' where there is no body. */
export type SavedText<Values> = {
  values: Values;
  bodyRevision: number;
  now: () => Text<Values>;
  update: (change: (before: Values) => Values) => void;
};
