import { sql } from 'kysely';
import { expect } from 'vitest';

import { listPostStats, listTopCategories, listTopPosts } from '#db/queries/analytics.ts';
import { readContentVersion } from '#db/queries/content-version.ts';
import { getDashboard } from '#domain/dashboard/get-dashboard.ts';
import { createRedirect } from '#domain/redirects/change-redirects.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { test } from '#tests/database.ts';
import { addPost, contextOn, newPost } from '#tests/factories.ts';
import { autosavePost, createPost, updatePost } from '#tests/post-forms.ts';
import { deletePosts } from './delete-posts.ts';
import { findAddressOfKind } from './find-address-of-kind.ts';
import { findPostAddress } from './find-post-address.ts';
import { getPost } from './get-post.ts';
import { listCategoriesInUse } from './list-categories-in-use.ts';
import { listPosts } from './list-posts.ts';
import { listSitemapPages } from './sitemap.ts';

const page = (fields: Record<string, unknown> = {}) =>
  newPost({ title: 'Imprint', published: 'true', kind: 'page', ...fields });

test('a plain page is in no list of posts, for readers and for the admin', async ({ db, admin: ctx }) => {
  const category = await createCategory(ctx, { name: 'News' });
  const tag = await createTag(ctx, { name: 'Rust' });
  const lists = {
    categoryId: category.id,
    tagIds: [tag.id],
    featured: 'true',
    displayPublishedAt: '2020-01-01',
  };
  const { id } = await createPost(ctx, page(lists));
  await createPost(ctx, page({ title: 'Draft', published: 'false' }));
  await addPost(ctx, { title: 'A post', published: 'true', slug: 'post', ...lists });
  await sql`set constraints sum_post immediate`.execute(db);

  const slugs = (items: readonly { slug: string }[]) => items.map(({ slug }) => slug);
  const reader = contextOn(db);
  expect(await listCategoriesInUse(reader)).toMatchObject([{ slug: 'news' }]);
  const address = await findPostAddress(reader, 'post');
  expect(address).toMatchObject({ post: { related: [], older: null, newer: null } });
  expect(await findPostAddress(reader, 'imprint')).toEqual({ kind: 'unknown' });

  for (const search of ['', 'i', 'Imprint', 'a']) {
    expect(slugs((await listPosts(ctx, { search, page: 1 })).items)).not.toContain('imprint');
  }
  expect((await listPosts(ctx, { search: '', page: 1 })).total).toBe(1);
  expect((await listPosts(ctx, { search: '', page: 1, status: 'draft' })).total).toBe(0);
  const dashboard = await getDashboard(ctx, (error) => expect.unreachable(String(error)));
  expect(dashboard).toMatchObject({ counts: { published: 1, drafts: 0 }, recent: [{ title: 'A post' }] });
  expect(await listTopCategories(db, 30, 5)).toMatchObject([{ posts: 1 }]);
  expect(await listTopPosts(db, 30, 10)).toEqual([]);
  for (const column of ['title', 'total'] as const) {
    const stats = await listPostStats(db, { column, direction: 'asc' }, { limit: 20, offset: 0 });
    expect(slugs(stats)).toEqual(['post']);
  }
  expect(slugs(await db.selectFrom('blog_post_stats').select('slug').execute())).toEqual(['post']);

  expect((await getPost(ctx, id)).categoryId).toBeNull();
  expect(await listPosts(ctx, { kind: 'page', page: 1 })).toMatchObject({ total: 2 });
  expect(await listPosts(ctx, { kind: 'page', search: 'IMPRI', page: 1 })).toMatchObject({
    items: [{ id, slug: 'imprint' }],
  });
});

test('a plain page is at its own address, and in the sitemap unless it is hidden', async ({ db, ctx }) => {
  await createPost(ctx, page({ content: '<p>Registered in Nevada.</p>' }));
  await createPost(ctx, page({ title: 'Hidden', noindex: 'true' }));
  await createPost(ctx, page({ title: 'Later', publishedAt: '2999-01-01' }));
  const reader = contextOn(db);
  expect(await findAddressOfKind(reader, 'page', 'imprint')).toMatchObject({
    kind: 'found',
    post: { title: 'Imprint', content: '<p>Registered in Nevada.</p>', kind: 'page' },
  });
  for (const slug of ['later', 'nothing', 'wp-login.php', '', '../imprint', 'a'.repeat(9_000)])
    expect(await findAddressOfKind(reader, 'page', slug)).toEqual({ kind: 'unknown' });
  expect(await findAddressOfKind(reader, 'page', 'IMPRINT')).toEqual({ kind: 'moved', slug: 'imprint' });
  expect((await listSitemapPages(reader)).map(({ path }) => path)).toEqual(['/imprint']);
});

test('an address of the product is refused when typed, passed over for a title', async ({ ctx }) => {
  for (const slug of ['admin', 'ADMIN', 'blog', 'about', 'api', 'healthz', 'assets', 'preview', ' Blog! ']) {
    await expect(createPost(ctx, page({ slug }))).rejects.toMatchObject({
      kind: 'invalid',
      fieldErrors: { slug: expect.stringContaining('belongs to the site itself') },
    });
  }
  expect(await createPost(ctx, page({ title: 'Contact' }))).toMatchObject({ slug: 'contact-2' });
  expect(await addPost(ctx, { title: 'Contact' })).toMatchObject({ slug: 'contact' });
  const { id } = await createPost(ctx, page());
  await expect(updatePost(ctx, id, { ...page({ slug: 'privacy' }), version: 1 })).rejects.toMatchObject({
    fieldErrors: { slug: expect.any(String) },
  });
  await expect(
    autosavePost(ctx, id, { ...page({ slug: '//evil.test' }), version: 1 }),
  ).resolves.toMatchObject({ slug: 'evil-test' });
});

test('a changed address of a plain page redirects, and is gone with the page', async ({ db, admin: ctx }) => {
  const reader = contextOn(db);
  const { id } = await createPost(ctx, page({ slug: 'impressum' }));
  await updatePost(ctx, id, { ...page({ slug: 'imprint' }), version: 1 });
  expect(await findAddressOfKind(reader, 'page', 'impressum')).toEqual({ kind: 'moved', slug: 'imprint' });
  expect(await findPostAddress(reader, 'impressum')).toEqual({ kind: 'unknown' });
  for (const from of ['/imprint', '/impressum']) {
    await expect(createRedirect(ctx, { from, to: '/about', status: 301 })).rejects.toMatchObject({
      fieldErrors: { from: expect.any(String) },
    });
  }
  await deletePosts(ctx, { ids: [id] });
  expect(await findAddressOfKind(reader, 'page', 'imprint')).toEqual({ kind: 'gone' });
});

test('publishing a plain page changes no list of posts', async ({ db, ctx }) => {
  const immediate = () => sql`set constraints all immediate`.execute(db);
  await immediate();
  const { version } = await readContentVersion(db, undefined);
  const { id } = await createPost(ctx, page());
  expect((await readContentVersion(db, version)).changes?.toSorted()).toEqual([
    `card:${id}`,
    'kind:page',
    `post:${id}`,
    'sitemap',
  ]);
});
