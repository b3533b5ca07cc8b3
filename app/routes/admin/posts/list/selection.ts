/** Which posts of the list are selected, across its pages. Pure. */

/** What the actions for selected posts show of one. */
export type SelectedPost = {
  id: string;
  title: string;
  /** The publish date in words, of a draft whose date is in the future; otherwise null. */
  plannedFor: string | null;
};

/** By id, in the order of selection. */
export type Selection = ReadonlyMap<string, SelectedPost>;

export const noSelection: Selection = new Map();

/** With these posts selected or not; the others stay as they are. */
export function withPosts(before: Selection, posts: readonly SelectedPost[], isSelected: boolean): Selection {
  const after = new Map(before);
  for (const post of posts) {
    if (isSelected) after.set(post.id, post);
    else after.delete(post.id);
  }
  return after;
}

/**
 * The posts from one row to another, both included, whichever stands first.
 * @param from an id that may be on another page: then `to` alone
 */
export function rangeOf<Post extends { id: string }>(
  rows: readonly Post[],
  from: string | null,
  to: string,
): Post[] {
  const end = rows.findIndex(({ id }) => id === to);
  const start = rows.findIndex(({ id }) => id === from);
  if (end === -1) return [];
  return start === -1 ? rows.slice(end, end + 1) : rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}
