import { useState } from 'react';

/** The selected posts of the page that is shown. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const has = ({ id }: { id: string }) => selected.has(id);
  return {
    posts: rows.filter(has),
    has,
    isPageSelected: rows.every(has),
    set: (posts: readonly Row[], isSelected: boolean) => {
      const ids = posts.map(({ id }) => id);
      setSelected((before) =>
        isSelected ? new Set([...before, ...ids]) : new Set([...before].filter((id) => !ids.includes(id))),
      );
    },
    clear: () => setSelected(new Set()),
  };
}

export type Selection<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>;
