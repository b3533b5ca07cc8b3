import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostKind } from '#db/tables.ts';
import { containing } from './containing.ts';
import { countRows } from './outcome.ts';
import { isOfKind, isPublic, isScheduled } from './visibility.ts';

/** A part of the texts of these kinds with this in title, slug or excerpt, the last changed first, and how many there are. */
export async function listTexts(
  db: Database,
  { search, kinds, onlyPublic }: { search: string; kinds: readonly PostKind[]; onlyPublic: boolean },
  { limit, offset }: { limit: number; offset: number },
) {
  const pattern = containing(search);
  const matching = db
    .selectFrom('blog_posts as p')
    .where(onlyPublic ? isPublic('p', kinds) : isOfKind('p', kinds))
    .$if(search !== '', (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('p.title', 'ilike', pattern),
          eb('p.slug', 'ilike', pattern),
          eb(sql<string>`coalesce(p.excerpt, '')`, 'ilike', pattern),
        ]),
      ),
    );
  const [rows, found] = await Promise.all([
    matching
      .select(['p.id', 'p.kind', 'p.slug', 'p.title', 'p.excerpt', 'p.published', 'p.updated_at'])
      .select([isScheduled('p').as('scheduled'), isPublic('p', kinds).as('is_public')])
      .orderBy('p.updated_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    countRows(matching),
  ]);
  return { rows, found };
}
