export type TermKind = 'category' | 'tag';

/** What became of a category or tag made beside a post. */
export type TermOutcome =
  | { made: { id: string; name: string }; message: null }
  | { made: null; message: string };

export const termFailures: Record<TermKind, string> = {
  category: 'Failed to save category.',
  tag: 'Failed to save tag.',
};
