import { useMemo } from 'react';

import { shortened, wordDifferences } from './word-differences.ts';

/** Characters of both texts, after which they may not fit. */
const longText = 400;

const looks = {
  same: ['span', undefined],
  removed: ['del', 'bg-danger/12 text-danger'],
  added: ['ins', 'bg-ok/12 text-ok'],
} as const;

/** Shows how one text became another: removed words are struck out, added words underlined. */
export function WordRuns({ one, other }: { one: string; other: string }) {
  const runs = useMemo(() => wordDifferences(one, other), [one, other]);
  if (runs.every(({ kind }) => kind === 'same'))
    return <p>The words are the same; the formatting differs.</p>;
  return (
    <p
      dir="auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what may be cut off is scrolled to with the keyboard too
      tabIndex={one.length + other.length > longText ? 0 : undefined}
      className="max-h-72 overflow-y-auto whitespace-pre-wrap wrap-anywhere text-ink"
    >
      {runs.map(({ kind, text }, index) => {
        const where = index === 0 ? 'first' : index === runs.length - 1 ? 'last' : 'middle';
        const [Run, look] = looks[kind];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a run has no id besides its position
          <Run key={index} className={look}>
            {kind === 'same' ? shortened(text, where) : text}
          </Run>
        );
      })}
    </p>
  );
}
