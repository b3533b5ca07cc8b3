import { useMemo } from 'react';

import { shortened, wordDifferences } from './word-differences.ts';

/** Characters of both texts, after which they may not fit. */
const longText = 400;

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
        if (kind === 'removed') {
          // oxlint-disable-next-line react/no-array-index-key -- a run has no id besides its position
          return (
            <del key={index} className="bg-danger/12 text-danger">
              {text}
            </del>
          );
        }
        if (kind === 'added') {
          // oxlint-disable-next-line react/no-array-index-key -- a run has no id besides its position
          return (
            <ins key={index} className="bg-ok/12 text-ok">
              {text}
            </ins>
          );
        }
        const where = index === 0 ? 'first' : index === runs.length - 1 ? 'last' : 'middle';
        // oxlint-disable-next-line react/no-array-index-key -- a run has no id besides its position
        return <span key={index}>{shortened(text, where)}</span>;
      })}
    </p>
  );
}
