import { sql } from 'kysely';
import { expect } from 'vitest';

import { addPost, adminIdOf, contextAs, contextOn, edited } from '#tests/factories.ts';
import { test } from '#tests/database.ts';
import { autosavePost } from '#tests/post-forms.ts';
import { kindNames, kinds } from '#domain/core/kinds.ts';
import { addAdmin } from '#domain/accounts/invitations/add-admin.ts';
import { removeAdmin } from '#domain/accounts/roles/change-role.ts';
import { createShareLink, endShareLink, findSharedPost, listShareLinks } from './share-links.ts';

test.for([
  ['unpublished', 'Draft', {}],
  ['published', 'Live', { title: 'Live', published: 'true' }],
  ['pending changes', 'Next', { title: 'Live', published: 'true' }],
] as const)('a share link shows the state %s', async ([shows, title, fields], { db, ctx }) => {
  const { id } = await addPost(ctx, { title, content: '<p>Only for you.</p>', ...fields });
  const form = edited({ title, published: 'true', content: '<p>Only for you.</p>', pendingVersion: 0 });
  if (shows === 'pending changes') await autosavePost(ctx, id, form);
  const { token } = await createShareLink(ctx, id);
  const shown = { shows, title, content: '<p>Only for you.</p>' };
  expect(await findSharedPost(contextOn(db), token)).toMatchObject(shown);
});

test('a share link ends with its creator’s role, also when that is granted again', async ({ db, ctx }) => {
  const other = await contextAs(db, 'super_admin');
  const { id } = await addPost(ctx);
  const ended = await createShareLink(ctx, id);
  const kept = await createShareLink(other, id);
  await removeAdmin(other, await adminIdOf(ctx));
  expect(await findSharedPost(contextOn(db), ended.token)).toBeNull();
  expect(await findSharedPost(contextOn(db), kept.token)).not.toBeNull();
  expect(await listShareLinks(other, id)).toHaveLength(1);
  await addAdmin(other, { userId: ctx.actor.userId, role: 'editor' });
  expect(await findSharedPost(contextOn(db), ended.token)).toBeNull();
});

test('the database stores only a hash of the token', async ({ db, ctx }) => {
  const { id } = await addPost(ctx);
  const { token } = await createShareLink(ctx, id);
  const { rows } = await sql<{ row: string }>`select l::text as row from blog_post_share_links l`.execute(db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(token);
  expect(rows[0]?.row).not.toContain(Buffer.from(token).toString('hex'));
});

test('a deleted, expired or guessed link shows nothing', async ({ db, ctx }) => {
  const { id } = await addPost(ctx);
  const ended = await createShareLink(ctx, id);
  const [link] = await listShareLinks(ctx, id);
  await endShareLink(ctx, id, link?.id ?? '');
  const expired = await createShareLink(ctx, id);
  await sql`update blog_post_share_links set expires_at = now()`.execute(db);
  for (const token of [ended.token, expired.token, '', 'x'.repeat(32), "'--"])
    expect(await findSharedPost(contextOn(db), token), token).toBeNull();
  expect(await listShareLinks(ctx, id)).toEqual([]);
});

test.for(kindNames)('a %s has at most 20 links that are open', async (kind, { db, ctx }) => {
  const { id } = await addPost(ctx, { kind });
  for (let n = 0; n < 20; n += 1) await createShareLink(ctx, id);
  const refusal = { kind: 'invalid', message: expect.stringContaining(`This ${kinds[kind].noun} has`) };
  await expect(createShareLink(ctx, id)).rejects.toMatchObject(refusal);

  const [ended, expired] = await listShareLinks(ctx, id);
  await endShareLink(ctx, id, ended?.id ?? '');
  await createShareLink(ctx, id);
  await expect(createShareLink(ctx, id)).rejects.toMatchObject(refusal);
  await sql`update blog_post_share_links set expires_at = now() where id = ${expired?.id}`.execute(db);
  await createShareLink(ctx, id);
  await expect(createShareLink(ctx, id)).rejects.toMatchObject(refusal);
  // Expired ones do not stay in the table.
  expect(await db.selectFrom('blog_post_share_links').select('id').execute()).toHaveLength(20);
});
