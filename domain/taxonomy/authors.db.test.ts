import { expect } from 'vitest';

import { addAccount } from '#domain/accounts/invitations/create-admin-account.ts';
import { removeAdmin } from '#domain/accounts/roles/change-role.ts';
import { deleteImage } from '#domain/images/delete-image.ts';
import { findAuthor } from '#domain/posts/find-author.ts';
import { findPostAddress } from '#domain/posts/find-post-address.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { searchPosts } from '#domain/posts/search-posts.ts';
import { test } from '#tests/database.ts';
import { addPost, addStoredImage, adminIdOf, contextAs } from '#tests/factories.ts';
import { createTerm } from './create-term.ts';
import { deleteTerm } from './delete-term.ts';
import { mergeTerms } from './merge-terms.ts';
import { updateTerm } from './update-term.ts';

type Context = Awaited<ReturnType<typeof contextAs>>;

const publish = (ctx: Context, slug: string, fields: Record<string, unknown> = {}) =>
  addPost(ctx, { slug, published: 'true', authorId: ctx.actor.userId, ...fields });

/** The author that a post shows: name and slug. */
async function shown(ctx: Context, slug: string) {
  const address = await findPostAddress(ctx, slug);
  return address.kind === 'post' ? [address.post.author, address.post.authorSlug] : null;
}

const slugsOf = async (ctx: Context, slug: string) =>
  (await listPublishedPosts(ctx, { page: 1, term: { kind: 'author', slug } }))?.items
    .map((post) => post.slug)
    .toSorted() ?? null;

test('an author stands beside posts of its account and those that name it', async ({ ctx }) => {
  await publish(ctx, 'own');
  const account = await shown(ctx, 'own');
  expect(account).toEqual([expect.any(String), null]);
  const ann = await createTerm(ctx, 'author', { name: 'Ann Lee', userId: ctx.actor.userId });
  const bo = await createTerm(ctx, 'author', { name: 'Bo' });
  expect(await slugsOf(ctx, 'bo')).toBeNull();
  await publish(ctx, 'named', { publicAuthorId: bo.id });
  await publish(ctx, 'study', { kind: 'case_study', client: 'Harbor', publicAuthorId: bo.id });
  await publish(ctx, 'imprint', { kind: 'page', publicAuthorId: bo.id });
  await publish(ctx, 'draft', { published: 'false', publicAuthorId: bo.id });
  await publish(ctx, 'ahead', { publishedAt: '2999-01-01', publicAuthorId: bo.id });
  expect(await shown(ctx, 'own')).toEqual(['Ann Lee', 'ann-lee']);
  expect(await shown(ctx, 'named')).toEqual(['Bo', 'bo']);
  expect([await slugsOf(ctx, 'ann-lee'), await slugsOf(ctx, 'bo')]).toEqual([['own'], ['named', 'study']]);

  // The account goes along, because Bo has none.
  await mergeTerms(ctx, 'author', { id: ann.id, intoId: bo.id });
  await publish(ctx, 'later');
  expect(await slugsOf(ctx, 'bo')).toEqual(['later', 'named', 'own', 'study']);
  await deleteTerm(ctx, 'author', bo.id);
  expect(await shown(ctx, 'own')).toEqual(account);
});

test('removing an admin keeps or removes the author, as asked, never the posts', async ({ db }) => {
  const owner = await contextAs(db, 'super_admin');
  for (const removes of [false, true]) {
    const ctx = await contextAs(db, 'editor');
    const [slug, { userId }] = [`kept-${!removes}`, ctx.actor];
    await createTerm(ctx, 'author', { name: 'Ann', slug, userId });
    await publish(ctx, `by-${slug}`);
    await removeAdmin(owner, await adminIdOf(ctx), removes);
    expect(await shown(owner, `by-${slug}`)).toEqual(removes ? [expect.any(String), null] : ['Ann', slug]);
    expect(await slugsOf(owner, slug)).toEqual(removes ? null : [`by-${slug}`]);
  }
});

test('the search finds an author with a public post by name or role', async ({ ctx }) => {
  const { id } = await createTerm(ctx, 'author', { name: 'Zoë Quist', role: 'Cartographer' });
  const found = async (typed: string) => (await searchPosts(ctx, { typed, page: 1 }))?.authors;
  expect(await found('zoe')).toEqual([]);
  await publish(ctx, 'one', { publicAuthorId: id });
  expect(await found('zoe')).toEqual([{ name: 'Zoë Quist', slug: 'zoe-quist', role: 'Cartographer' }]);
  expect(await found('cartographers')).toHaveLength(1);
  expect(await found('painters')).toEqual([]);
});

test('a portrait is in use as long as an author shows it', async ({ db, ctx }) => {
  const { id: image, src: portrait } = await addStoredImage(db);
  const isUnused = async () =>
    (await db.selectFrom('images').select('unused_since').executeTakeFirstOrThrow()).unused_since !== null;
  const { id } = await createTerm(ctx, 'author', { name: 'Ann', portrait });
  expect(await findAuthor(ctx, 'ann')).toMatchObject({ portrait });
  expect(await isUnused()).toBe(false);
  await expect(deleteImage(ctx, image)).rejects.toThrow('The site uses this image.');
  await updateTerm(ctx, 'author', id, { name: 'Ann' });
  expect(await isUnused()).toBe(true);
  await updateTerm(ctx, 'author', id, { name: 'Ann', portrait });
  await deleteTerm(ctx, 'author', id);
  expect(await isUnused()).toBe(true);
  await deleteImage(ctx, image);
  const gone = createTerm(ctx, 'author', { name: 'Ann', portrait });
  await expect(gone).rejects.toMatchObject({ fieldErrors: { portrait: expect.stringContaining('library') } });
});

test('refuses links not of the web, too many, and an account that is taken', async ({ db, ctx }) => {
  const link = { label: 'Site', address: 'https://ann.example/' };
  await createTerm(ctx, 'author', { name: 'Ann', userId: ctx.actor.userId, links: JSON.stringify([link]) });
  expect(await findAuthor(ctx, 'ann')).toMatchObject({ links: [link] });
  const { userId } = await addAccount(
    ctx,
    { hashPassword: async (text) => text },
    { email: 'bo@firm.test', password: 'correct horse', displayName: 'Bo' },
    { role: 'editor', by: 'command line' },
  );
  await db.deleteFrom('admin_users').where('user_id', '=', userId).execute();
  for (const [field, wrong] of [
    ['links.1.address', { links: [link, { label: 'x', address: 'javascript:alert(1)' }] }],
    ['links', { links: Array.from({ length: 9 }, () => link) }],
    ['links', { links: '{' }],
    ['userId', { userId: ctx.actor.userId }],
    ['userId', { userId }],
  ] as const) {
    const refused = createTerm(ctx, 'author', { name: 'Bo', ...wrong });
    await expect(refused).rejects.toMatchObject({
      kind: 'invalid',
      fieldErrors: { [field]: expect.any(String) },
    });
  }
});
