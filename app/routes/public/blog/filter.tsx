import { href } from 'react-router';

import type { TermName } from '#domain/posts/post.ts';
import { Line } from '../frame/line.tsx';

/**
 * Links to the terms by which a list is narrowed; nothing without terms.
 * @param all the words of the link to the whole list
 * @param addressOf of a term by its slug; null: of the whole list
 */
export function Filter({
  label,
  all = `All ${label.toLowerCase()}`,
  terms,
  current,
  addressOf,
}: {
  label: string;
  all?: string;
  terms: TermName[];
  current: string | null;
  addressOf: (slug: string | null) => string;
}) {
  if (terms.length === 0) return null;
  return (
    <nav className="filter" aria-label={label}>
      <Line>
        {[{ name: all, slug: null }, ...terms].map(({ name, slug }) => (
          <a
            key={slug}
            href={addressOf(slug)}
            aria-current={current === slug ? 'page' : undefined}
            dir={slug === null ? undefined : 'auto'}
          >
            {name}
          </a>
        ))}
      </Line>
    </nav>
  );
}

/** The categories that have published posts. */
export function CategoryFilter({ categories, current }: { categories: TermName[]; current: string | null }) {
  return <Filter label="Categories" all="All" terms={categories} current={current} addressOf={addressIn} />;
}

function addressIn(category: string | null): string {
  return category === null ? href('/blog') : href('/blog/category/:slug', { slug: category });
}
