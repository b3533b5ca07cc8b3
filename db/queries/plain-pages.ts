import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { containing } from './containing.ts';
import { isScheduled } from './visibility.ts';

/** A part of the plain pages with this in title or slug, the last changed first, and how many there are. */
export async function listPlainPages(
  db: Database,
  search: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const pattern = containing(search);
  const matching = db
    .selectFrom('blog_posts as p')
    .where(sql<boolean>`p.is_page`)
    .$if(search !== '', (query) =>
      query.where(({ or, eb }) => or([eb('p.title', 'ilike', pattern), eb('p.slug', 'ilike', pattern)])),
    );
  const [rows, { total }] = await Promise.all([
    matching
      .select(['p.id', 'p.slug', 'p.title', 'p.published', 'p.updated_at'])
      .select(isScheduled('p').as('scheduled'))
      .orderBy('p.updated_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
