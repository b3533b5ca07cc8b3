import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostRow } from '#db/tables.ts';
import { containing } from './containing.ts';
import { isScheduled } from './visibility.ts';

export type PlainPageRow = Pick<PostRow, 'id' | 'slug' | 'title' | 'published' | 'updated_at'> & {
  scheduled: boolean;
};

/** A part of the plain pages with this in title or slug, the last changed first, and how many there are. */
export async function listPlainPages(
  db: Database,
  search: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PlainPageRow[]; total: number }> {
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
