import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostKind } from '#db/tables.ts';
import { containing } from './containing.ts';
import { isOfKind, isPublic } from './visibility.ts';

/** Texts with this in title, slug or excerpt, the last changed first. */
export function findTexts(
  db: Database,
  wanted: { search: string; kinds: readonly PostKind[]; withDrafts: boolean },
  { limit, offset }: { limit: number; offset: number },
) {
  const pattern = containing(wanted.search);
  return db
    .selectFrom('blog_posts as p')
    .select(['p.id', 'p.kind', 'p.title', 'p.slug', 'p.excerpt', 'p.version', 'p.updated_at'])
    .select(isPublic('p', wanted.kinds).as('is_public'))
    .$if(!wanted.withDrafts, (query) => query.where(isPublic('p', wanted.kinds)))
    .where(isOfKind('p', wanted.kinds))
    .$if(wanted.search !== '', (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('p.title', 'ilike', pattern),
          eb('p.slug', 'ilike', pattern),
          eb(sql<string>`coalesce(p.excerpt, '')`, 'ilike', pattern),
        ]),
      ),
    )
    .orderBy('p.updated_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
