import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { isPublic } from '#db/queries/visibility.ts';

/** The subscriber of a link, locked until the transaction ends. */
export async function lockSubscriberOfLink(trx: Database, tokenHash: Buffer) {
  return trx
    .selectFrom('subscribers')
    .select(['id', 'state'])
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('subscriber_links').select('subscriber_id').where('token_hash', '=', tokenHash),
    )
    .forUpdate()
    .executeTakeFirst();
}

export async function findChoiceOfLink(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('subscribers as s')
    .innerJoin('subscriber_links as l', 'l.subscriber_id', 's.id')
    .select(['s.id', 's.state', 's.only_categories'])
    .where('l.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Categories that have a public post or were chosen by this subscriber, by name. */
export function listOfferedCategories(db: Database, subscriberId: string) {
  return db
    .selectFrom('blog_categories as c')
    .leftJoin('subscriber_categories as chosen', (join) =>
      join.onRef('chosen.category_id', '=', 'c.id').on('chosen.subscriber_id', '=', subscriberId),
    )
    .select(['c.name', 'c.slug', sql<boolean>`chosen.category_id is not null`.as('isChosen')])
    .where(({ or, exists, selectFrom, eb }) =>
      or([
        eb('chosen.category_id', 'is not', null),
        exists(
          selectFrom('blog_posts as p')
            .select(sql`1`.as('one'))
            .whereRef('p.category_id', '=', 'c.id')
            .where(isPublic('p', ['post'])),
        ),
      ]),
    )
    .orderBy(({ fn }) => fn<string>('lower', ['c.name']))
    .orderBy('c.id')
    .execute();
}

/**
 * Replaces what a subscriber chose.
 * @param slugs of the chosen categories, none for everything
 * @returns whether every category exists; otherwise nothing has changed
 */
export async function replaceChoice(
  trx: Database,
  subscriberId: string,
  slugs: readonly string[],
): Promise<boolean> {
  const categories = await trx
    .selectFrom('blog_categories')
    .select('id')
    .where('slug', 'in', slugs.length > 0 ? slugs : [''])
    .forKeyShare()
    .execute();
  if (categories.length < slugs.length) return false;
  await trx.deleteFrom('subscriber_categories').where('subscriber_id', '=', subscriberId).execute();
  await trx
    .updateTable('subscribers')
    .set({ only_categories: slugs.length > 0 })
    .where('id', '=', subscriberId)
    .execute();
  if (categories.length > 0) {
    await trx
      .insertInto('subscriber_categories')
      .values(categories.map(({ id }) => ({ subscriber_id: subscriberId, category_id: id })))
      .execute();
  }
  return true;
}
