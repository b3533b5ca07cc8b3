import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { deleteOldAttempts } from '#db/queries/attempts.ts';
import { mayDeleteFiles } from '#db/queries/clock.ts';
import { rememberPlace } from '#db/queries/known-places.ts';
import { deleteExpiredShareLinks } from '#db/queries/share-links.ts';
import { deleteExpiredTokens } from '#db/queries/tokens.ts';
import { deleteExpiredSessions } from '#domain/accounts/sessions/sessions.ts';
import { deleteUnusedAccounts } from '#domain/accounts/profile/sign-up.ts';
import { deleteOldActivity } from '#domain/activity/delete-old-activity.ts';
import { pruneViews } from '#domain/analytics/prune-views.ts';
import { pruneRevisions } from '#domain/editing/revisions-to-prune.ts';
import { deleteUnusedImages } from '#domain/images/delete-unused-images.ts';
import { deleteOldMessages } from '#domain/messages/delete-old-messages.ts';
import { deleteOldMissingPages } from '#domain/redirects/missing-pages.ts';
import { useDatabase, test } from '#tests/database.ts';
import { addPost, contactMessage, contextAs, contextOn } from '#tests/factories.ts';
import { sendContactMessage } from '#domain/messages/store-message.ts';
import { createClockKeeper } from '#server/guards/clock-keeper.ts';
import { acceptClock } from './accept-clock.ts';
import { lookAtClock } from './look-at-clock.ts';

const { db } = useDatabase();

/** Puts a row of four years ago into every table that is cleaned by time. */
async function addOldRows() {
  const ctx = await contextAs(db, 'super_admin');
  const { userId } = ctx.actor;
  const { id: post } = await addPost(ctx, { published: 'true' });
  await sendContactMessage(contextOn(db), contactMessage({}));
  const old = sql`now() - interval '4 years'`;
  const statements = [
    sql`update messages set created_at = ${old}, deleted_at = ${old}`,
    sql`insert into messages (kind, name, email, subject, message, content_hash, text_hash, created_at)
      values ('contact', 'Old', 'old@visitor.test', 'Old', 'Old', '', '', ${old})`,
    sql`insert into jobs (task, done_at) values ('delivery', ${old})`,
    sql`insert into activity (action, created_at) values ('sign-in', ${old})`,
    sql`insert into sessions (user_id, token_hash, created_at) values (${userId}, '\x01', ${old})`,
    sql`insert into users (email, created_at) values ('no-role@firm.test', ${old})`,
    sql`insert into missing_pages (path, last_seen_at) values ('/gone', ${old})`,
    sql`insert into blog_post_metrics (post_id, created_at) values (${post}, ${old})`,
    sql`insert into images (folder, name, state, width, height, bytes, unused_since)
      values ('logos', '00000000000000000001.png', 'stored', 1, 1, 1, ${old})`,
    sql`insert into blog_post_revisions (post_id, version, save_kind, saved_at, settings, content)
      select ${post}, n, 'autosave', ${old}, '{}', '' from generate_series(1, 9) n`,
    sql`insert into tokens (user_id, name, token_hash, may_propose, may_read_drafts, factor, expires_at)
      values (${userId}, 'old', sha256('old'), true, true, 'password', ${old})`,
    sql`insert into blog_post_share_links (token_hash, post_id, created_by, expires_at)
      values ('\x01', ${post}, ${userId}, ${old})`,
    sql`insert into known_places (user_id, place_hash, seen_at) values (${userId}, '\x01', ${old})`,
    sql`insert into attempts (key, made_at, ends_at) values ('\x01', array[${old}], ${old})`,
  ];
  for (const statement of statements) await statement.execute(db);
  return { userId, post };
}

const countOld = async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from messages where folder = 'inbox') as messages,
      (select count(*)::int from messages where folder = 'deleted' and deleted_at < now() - interval '1 year') as deleted,
      (select count(*)::int from jobs where done_at < now() - interval '1 year') as jobs,
      (select count(*)::int from activity where created_at < now() - interval '1 year') as activity,
      (select count(*)::int from sessions) as sessions,
      (select count(*)::int from users where not had_role) as accounts,
      (select count(*)::int from missing_pages) as "missingPages",
      (select count(*)::int from blog_post_metrics) as views,
      (select count(*)::int from images) as images,
      (select count(*)::int from blog_post_revisions) as revisions,
      (select count(*)::int from tokens) as tokens,
      (select count(*)::int from blog_post_share_links) as links,
      (select count(*)::int from known_places where seen_at < now() - interval '1 year') as places,
      (select count(*)::int from attempts where ends_at < now()) as attempts`.execute(db);
  return rows[0];
};

/** Everything that deletes what is old. */
async function cleanUp({ userId, post }: { userId: string; post: string }): Promise<void> {
  const ctx = contextOn(db);
  await deleteOldMessages(ctx);
  await deleteOldActivity(ctx);
  await deleteExpiredSessions(ctx);
  await deleteUnusedAccounts(ctx);
  await deleteOldMissingPages(ctx);
  await pruneViews(ctx);
  await deleteUnusedImages(ctx, { remove: async () => {} }, { onFailure: () => {} });
  await pruneRevisions(db, { post }, new Date());
  await deleteExpiredTokens(db, userId);
  await deleteExpiredShareLinks(db, post);
  await rememberPlace(db, userId, Buffer.from('new'));
  await deleteOldAttempts(db);
}

const setNewest = async (ahead: string, of: Database = db): Promise<void> =>
  void (await sql`update clock set newest_at = now() - ${ahead}::interval, looked_at = now() - ${ahead}::interval,
    jumped_at = null, is_alarm = false`.execute(of));

test('nothing that is old is deleted while the clock is wrong, and all of it once it is right', async () => {
  const subjects = await addOldRows();
  const before = await countOld();
  expect(Object.values(before ?? {}).every((count) => count > 0)).toBe(true);
  for (const ahead of ['3 years', '30 days', '8 days', '25 hours', '-2 hours', '-8 days']) {
    await setNewest(ahead);
    await cleanUp(subjects);
    expect(await countOld(), ahead).toEqual(before);
    expect(await mayDeleteFiles(db, new Date())).toBe(false);
    // A look finds it wrong: still nothing.
    await lookAtClock({ db }, () => 0, null);
    await cleanUp(subjects);
    expect(await countOld(), ahead).toEqual(before);
  }
  await setNewest('2 hours');
  // The clock of the process counts too, where it decides.
  expect(await mayDeleteFiles(db, new Date(Date.now() + 7_200_000))).toBe(false);
  await cleanUp(subjects);
  const left = await countOld();
  expect(left).toMatchObject({
    ...Object.fromEntries(Object.keys(before ?? {}).map((name) => [name, 0])),
    revisions: 1,
  });
});

test('a super admin says that the time is right, and no one else', async ({ db: trx }) => {
  const ctx = await contextAs(trx, 'super_admin');
  const keeper = createClockKeeper();
  await setNewest('30 days', trx);
  await keeper.look(trx);
  expect(keeper.warning('UTC')).toMatch(/^The clock jumped from .+ to /);
  const admin = await contextAs(trx, 'admin');
  await expect(acceptClock(admin)).rejects.toThrow('Only super admins can see this.');
  await acceptClock({ ...ctx, lookAtClock: () => keeper.look(trx) });
  expect([keeper.warning('UTC'), keeper.facts('UTC'), await mayDeleteFiles(trx)]).toEqual([null, [], true]);
  await setNewest('3 days', trx);
  const next = createClockKeeper();
  await next.look(trx);
  expect([next.warning('UTC'), next.facts('UTC')]).toEqual([
    null,
    [expect.stringMatching(/^The site was off/)],
  ]);
});

test('an image that was uploaded by a clock that was behind is kept once it is right', async ({
  db: trx,
}) => {
  await setNewest('-8 days', trx);
  await lookAtClock({ db: trx }, () => 0, null);
  await sql`insert into images (folder, name, state, width, height, bytes, unused_since)
    values ('logos', '00000000000000000002.png', 'stored', 1, 1, 1, now() - interval '8 days')`.execute(trx);
  // The clock is right again: eight days later.
  await sql`update clock set newest_at = now()`.execute(trx);
  await lookAtClock({ db: trx }, () => 0, null);
  const remove = async () => {};
  await deleteUnusedImages({ db: trx }, { remove }, { onFailure: () => {} });
  expect(await trx.selectFrom('images').select('name').execute()).toContainEqual({
    name: '00000000000000000002.png',
  });
});
