import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { countRows, hasWritten } from './outcome.ts';
import { nameOf } from './profiles.ts';

type Role = Selectable<Tables['admin_users']>['role'];

/**
 * Proposals, newest first, without their texts, and how many there are.
 * @param filter.author whose: those of others are listed once they were sent
 */
export async function listProposalRows(
  db: Database,
  filter: { author: string | null; post: string | null; isDecided: boolean },
  { limit, offset }: { limit: number; offset: number },
) {
  const states = filter.isDecided
    ? (['accepted', 'rejected', 'withdrawn'] as const)
    : (['open', 'writing'] as const);
  let matching = db
    .selectFrom('proposals as p')
    .leftJoin('blog_posts as b', 'b.id', 'p.post_id')
    .where('p.state', 'in', states);
  if (filter.author === null) matching = matching.where('p.sent_at', 'is not', null);
  else matching = matching.where('p.author_id', '=', filter.author);
  if (filter.post !== null) matching = matching.where('p.post_id', '=', filter.post);
  const [rows, found] = await Promise.all([
    matching
      .select(['p.id', 'p.post_id as postId', 'p.state', 'p.version', 'p.reason', 'p.answer', 'p.token_name'])
      // Its author may have lost sight of the text.
      .select(
        sql<string>`coalesce(${filter.author === null ? sql`b.title` : null}, p.settings->>'title')`.as(
          'title',
        ),
      )
      .select([nameOf('p.author_id').as('author_name'), nameOf('p.decided_by').as('decidedBy')])
      .select(sql<Date>`coalesce(p.decided_at, p.sent_at, p.updated_at)`.as('at'))
      .orderBy('at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    countRows(matching),
  ]);
  return { rows, found };
}

/** One proposal whole. */
export function findProposal(db: Database, id: string) {
  return wholeProposal(db, id).executeTakeFirst();
}

export function lockProposal(trx: Database, id: string) {
  return wholeProposal(trx, id).forUpdate('p').executeTakeFirst();
}

function wholeProposal(db: Database, id: string) {
  return db
    .selectFrom('proposals as p')
    .selectAll('p')
    .select([nameOf('p.author_id').as('author_name'), nameOf('p.decided_by').as('decided_by_name')])
    .where('p.id', '=', id);
}

/** The proposal for a text that a person is writing or has sent, the latest one. */
export async function findUndecidedProposal(db: Database, postId: string, authorId: string) {
  const row = await db
    .selectFrom('proposals')
    .select('id')
    .where('post_id', '=', postId)
    .where('author_id', '=', authorId)
    .where('state', 'in', ['writing', 'open'])
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export function findProposalByKey(trx: Database, creationKey: string) {
  return trx.selectFrom('proposals').selectAll().where('creation_key', '=', creationKey).executeTakeFirst();
}

/** Locks the person, so that two proposals at once are counted one after the other. */
export async function countUndecidedProposals(trx: Database, authorId: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', authorId).forNoKeyUpdate().execute();
  return countRows(
    trx.selectFrom('proposals').where('author_id', '=', authorId).where('state', 'in', ['writing', 'open']),
  );
}

/** How many wait for a decision, in all or for one text. */
export function countOpenProposals(db: Database, postId: string | null): Promise<number> {
  return countRows(
    db
      .selectFrom('proposals')
      .where('state', '=', 'open')
      .$if(postId !== null, (query) => query.where('post_id', '=', postId)),
  );
}

type Texts = { settings: object; content: string };

/** @param images the names of those that the text shows; one that is not there is passed over */
export async function insertProposal(
  trx: Database,
  row: Omit<Insertable<Tables['proposals']>, 'settings' | 'base_settings'> &
    Texts & { base_settings: object },
  images: readonly string[],
): Promise<{ id: string; version: number }> {
  const inserted = await trx
    .insertInto('proposals')
    .values({
      ...row,
      settings: JSON.stringify(row.settings),
      base_settings: JSON.stringify(row.base_settings),
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await linkImages(trx, inserted.id, images);
  return inserted;
}

export async function updateProposalText(
  trx: Database,
  id: string,
  { settings, ...row }: Texts & { save_key: string; updated_at: Date },
  images: readonly string[],
): Promise<{ id: string; version: number }> {
  const updated = await trx
    .updateTable('proposals')
    .set((eb) => ({ ...row, settings: JSON.stringify(settings), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('proposal_images').where('proposal_id', '=', id).execute();
  await linkImages(trx, id, images);
  return updated;
}

/** Sends or decides. The images of a proposal that is over are no longer kept for it. */
export async function updateProposalState(
  trx: Database,
  id: string,
  row: Pick<
    Updateable<Tables['proposals']>,
    'state' | 'reason' | 'sent_at' | 'decided_at' | 'decided_by' | 'answer'
  >,
): Promise<void> {
  await trx.updateTable('proposals').set(row).where('id', '=', id).execute();
  if (row.state !== 'open') await trx.deleteFrom('proposal_images').where('proposal_id', '=', id).execute();
}

async function linkImages(trx: Database, id: string, images: readonly string[]) {
  if (images.length === 0) return;
  await trx
    .insertInto('proposal_images')
    .columns(['proposal_id', 'image_id'])
    .expression(
      trx
        .selectFrom('images')
        .select([sql<string>`${id}::uuid`.as('proposal_id'), 'id'])
        .where('name', 'in', images),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns whether that is a change. */
export function updateWantsProposals(db: Database, userId: string, wants: boolean): Promise<boolean> {
  return hasWritten(
    db
      .updateTable('admin_users')
      .set({ wants_proposals: wants })
      .where('user_id', '=', userId)
      .where('wants_proposals', '!=', wants),
  );
}

/** The addresses of those with one of these roles who want an email about each proposal, without its author. */
export async function listWhoWantProposals(
  db: Database,
  roles: readonly Role[],
  authorId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('admin_users as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select('u.email')
    .where('a.wants_proposals', '=', true)
    .where('a.role', 'in', roles)
    .where('a.user_id', '!=', authorId)
    .execute();
  return rows.map(({ email }) => email);
}
