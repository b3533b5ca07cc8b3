import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Card } from '#app/ui/card.tsx';
import { Count } from './count.tsx';

type RankingProps = {
  /** `to`: the address that the name links to. */
  items: readonly { name: string; to?: string | undefined; note?: ReactNode; views: number }[];
  empty?: string;
};

/** A ranking on a card of its own. */
export function RankingCard({
  title,
  definition,
  ...ranking
}: RankingProps & { title: string; definition: string }) {
  return (
    <Card title={title} definition={definition} flush>
      <Ranking {...ranking} />
    </Card>
  );
}

/** Things by their views, each with a bar as long as its share of the first one. */
export function Ranking({ items, empty = 'No data available' }: RankingProps) {
  const max = Math.max(1, ...items.map(({ views }) => views));
  if (items.length === 0) return <p className="px-4 py-8 text-center text-ink-soft">{empty}</p>;
  return (
    <ul className="py-1">
      {items.map(({ name, to, note, views }, index) => (
        <li key={index} className="px-4 py-2">
          <div className="flex items-start justify-between gap-4">
            {to === undefined ? (
              <span className={nameClass} title={name}>
                {name}
              </span>
            ) : (
              <Link
                to={to}
                className={`${nameClass} min-h-6 min-w-6 leading-6 underline-offset-4 hover:underline`}
              >
                {name}
              </Link>
            )}
            <span className="tabular-nums">
              <Count value={views} />
            </span>
          </div>
          {note && <p className="truncate text-xs text-ink-soft">{note}</p>}
          <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="mt-1 h-1 w-full">
            <rect width={(views / max) * 100} height="1" className="fill-signal/60" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

const nameClass = 'line-clamp-2 wrap-anywhere [unicode-bidi:plaintext]';
