import { useRef, useState } from 'react';

import { noSelection, rangeOf, withPosts, type SelectedPost } from './selection.ts';

/**
 * The selected posts. They stay selected while the list is paged, searched and filtered.
 * @param rows of the present page
 */
export function useSelection(rows: readonly SelectedPost[]) {
  const [selection, setSelection] = useState(noSelection);
  /** The row that a range begins at. */
  const start = useRef<string | null>(null);
  const onPage = new Map(rows.map((row) => [row.id, row]));

  return {
    /** As the present page shows them, where it does. */
    posts: [...selection.values()].map((post): SelectedPost => onPage.get(post.id) ?? post),
    /** Number of those that the present page does not show. */
    elsewhere: [...selection.keys()].filter((id) => !onPage.has(id)).length,
    has: (id: string) => selection.has(id),
    isPageSelected: rows.every(({ id }) => selection.has(id)),
    /** @param isRange also the rows between this one and the one before */
    toggle: (id: string, isRange: boolean) => {
      const rowsToSet = rangeOf(rows, isRange ? start.current : null, id);
      start.current = id;
      setSelection((before) => withPosts(before, rowsToSet, !before.has(id)));
    },
    set: (posts: readonly SelectedPost[], isSelected: boolean) =>
      setSelection((before) => withPosts(before, posts, isSelected)),
    /** Posts that no longer exist. */
    drop: (ids: readonly string[]) =>
      setSelection((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
    clear: () => setSelection(noSelection),
  };
}

export type SelectionControls = ReturnType<typeof useSelection>;
