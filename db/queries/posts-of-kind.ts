import type { Database } from '#db/client.ts';
import type { PostKind } from '#db/tables.ts';
import { containing } from './containing.ts';
import { isOfKind, isScheduled } from './visibility.ts';

/** A part of the posts of a kind with this in title or slug, the last changed first, and how many there are. */
export async function listOfKind(
  db: Database,
  kind: PostKind,
  search: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const pattern = containing(search);
  const matching = db
    .selectFrom('blog_posts as p')
    .where(isOfKind('p', [kind]))
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
