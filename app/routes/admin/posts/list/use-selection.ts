import { useRef, useState } from 'react';

/** What the actions for selected posts show of one. */
export type SelectedPost = {
  id: string;
  title: string;
  /** The publish date in words, of a draft whose date is in the future; otherwise null. */
  plannedFor: string | null;
};

/**
 * The selected posts, in the order of selection. They stay selected while the list is paged, searched and filtered.
 * @param rows of the present page
 */
export function useSelection(rows: readonly SelectedPost[]) {
  const [selected, setSelected] = useState<ReadonlyMap<string, SelectedPost>>(new Map());
  /** The row that a range begins at. */
  const start = useRef<string>(null);
  const onPage = new Map(rows.map((row) => [row.id, row]));

  function set(posts: readonly SelectedPost[], isSelected: boolean) {
    setSelected((before) => {
      const after = new Map(before);
      for (const post of posts) {
        if (isSelected) after.set(post.id, post);
        else after.delete(post.id);
      }
      return after;
    });
  }

  return {
    /** As the present page shows them, where it does. */
    posts: [...selected.values()].map((post) => onPage.get(post.id) ?? post),
    /** Number of those that the present page does not show. */
    elsewhere: [...selected.keys()].filter((id) => !onPage.has(id)).length,
    has: ({ id }: { id: string }) => selected.has(id),
    isPageSelected: rows.every(({ id }) => selected.has(id)),
    /** @param isRange also the rows between this one and the one before */
    toggle: ({ id }: { id: string }, isSelected: boolean, isRange: boolean) => {
      const at = rows.findIndex((row) => row.id === id);
      const from = isRange ? rows.findIndex((row) => row.id === start.current) : -1;
      start.current = id;
      const first = from === -1 ? at : Math.min(from, at);
      set(rows.slice(first, Math.max(from, at) + 1), isSelected);
    },
    set,
    /** Posts that no longer exist. */
    drop: (ids: readonly string[]) =>
      setSelected((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
    clear: () => setSelected(new Map()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
