import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { readContentVersion } from '#db/queries/content-version.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { createCategory } from '#domain/taxonomy/create-term.ts';
import { updateTerm } from '#domain/taxonomy/update-term.ts';
import { test } from '#tests/database.ts';
import { addPost, contextAs, newPost } from '#tests/factories.ts';
import { createPost, updatePost } from '#tests/post-forms.ts';
import { createRedirect, deleteRedirect, updateRedirect } from './change-redirects.ts';
import { listRedirects } from './list-redirects.ts';

type Admin = Awaited<ReturnType<typeof contextAs>>;

const usual = { search: '', order: { column: 'from', direction: 'asc' }, page: 1 } as const;

const rule = (from: string, to = '/new', status = 301) => ({ from, to, status });

async function published(ctx: Admin, slug: string) {
  const form = newPost({ title: slug, slug, published: 'true' });
  const { id } = await createPost(ctx, form);
  return {
    id,
    moveTo: async (newSlug: string) => {
      await updatePost(ctx, id, { ...form, slug: newSlug, version: 1 });
    },
  };
}

/** The messages of a rule that was refused, by field. */
const refused = (saving: Promise<unknown>) =>
  saving.then(
    () => 'saved',
    (error: { kind: string; fieldErrors: object }) => ({ kind: error.kind, ...error.fieldErrors }),
  );

describe('saving', () => {
  test('a rule is stored, listed, changed and deleted, and the log says so', async ({ db, admin: ctx }) => {
    const { id } = await createRedirect(ctx, rule(' /Old/* ', '/new/*'));
    expect(await listRedirects(ctx, usual)).toMatchObject({
      items: [{ id, from: '/old/*', to: '/new/*', status: 301, isPrefix: true, hits: 0, lastHitAt: null }],
      total: 1,
    });
    await updateRedirect(ctx, id, rule('/other', 'https://other.test', 302));
    expect((await listRedirects(ctx, usual)).items).toMatchObject([
      { id, from: '/other', to: 'https://other.test/', status: 302 },
    ]);
    await deleteRedirect(ctx, id);
    expect((await listRedirects(ctx, usual)).total).toBe(0);
    const log = await db
      .selectFrom('activity')
      .select(['action', 'subject_label', 'before', 'after'])
      .where('action', 'like', 'redirect-%')
      .orderBy('id')
      .execute();
    expect(log).toMatchObject([
      { action: 'redirect-created', subject_label: '/old/*', after: { target: '/new/*' } },
      {
        action: 'redirect-updated',
        before: { from: '/old/*', status: 301 },
        after: { from: '/other', status: 302 },
      },
      { action: 'redirect-deleted', subject_label: '/other', before: { target: 'https://other.test/' } },
    ]);
    expect(ctx.changes()).toBe(3);
  });

  test('a second rule for an address is refused; exact and prefix are two', async ({ admin: ctx }) => {
    await createRedirect(ctx, rule('/old'));
    await createRedirect(ctx, rule('/old/*'));
    expect(await refused(createRedirect(ctx, rule('/OLD')))).toEqual({
      kind: 'invalid',
      from: 'There is a redirect for /old already.',
    });
  });

  test('a chain is refused at either end, also when a rule is changed', async ({ admin: ctx }) => {
    const { id } = await createRedirect(ctx, rule('/a', '/b'));
    expect(await refused(createRedirect(ctx, rule('/b', '/c')))).toEqual({
      kind: 'invalid',
      from: 'The rule for /a leads here. Change that rule first, so that it leads to the new address.',
    });
    expect(await refused(createRedirect(ctx, rule('/z', '/a')))).toMatchObject({
      to: 'The rule for /a leads on to /b. Lead there directly.',
    });
    await updateRedirect(ctx, id, rule('/a', '/a-new'));
    await createRedirect(ctx, rule('/b', '/c'));
    expect(await refused(updateRedirect(ctx, id, rule('/a', '/b')))).toMatchObject({
      to: expect.any(String),
    });
  });

  test('an existing page cannot be redirected, a draft and a deleted post can', async ({ admin: ctx }) => {
    const post = await published(ctx, 'post');
    await addPost(ctx, { title: 'Draft' });
    await createCategory(ctx, { name: 'News' });
    const message = 'is a page of this site. A rule holds only where no page answers.';
    expect(await refused(createRedirect(ctx, rule('/blog/post')))).toMatchObject({
      from: `/blog/post ${message}`,
    });
    expect(await refused(createRedirect(ctx, rule('/Blog/%70ost')))).toMatchObject({
      from: `/blog/post ${message}`,
    });
    expect(await refused(createRedirect(ctx, rule('/blog/category/news')))).toMatchObject({
      from: `/blog/category/news ${message}`,
    });
    await createRedirect(ctx, rule('/blog/draft'));
    await deletePosts(ctx, { ids: [post.id] });
    await createRedirect(ctx, rule('/blog/post'));
  });

  test('an earlier slug already redirects, and is no target', async ({ admin: ctx }) => {
    await (await published(ctx, 'first')).moveTo('second');
    const { id } = await createCategory(ctx, { name: 'News' });
    await updateTerm(ctx, 'category', id, { name: 'News', slug: 'reports' });
    for (const [before, now] of [
      ['/blog/first', '/blog/second'],
      ['/blog/category/news', '/blog/category/reports'],
    ] as const) {
      expect(await refused(createRedirect(ctx, rule(before)))).toEqual({
        kind: 'invalid',
        from: `${before} already leads to ${now}.`,
      });
      expect(await refused(createRedirect(ctx, rule('/old', `${before}?a=1`)))).toEqual({
        kind: 'invalid',
        to: `${before} leads on to ${now}. Lead there directly.`,
      });
      await createRedirect(ctx, rule(`/old${now}`, now));
    }
  });

  test('a rule changes no page, and every process hears of it', async ({ db, admin: ctx }) => {
    const { version } = await readContentVersion(db, undefined);
    await createRedirect(ctx, rule('/old'));
    await sql`set constraints all immediate`.execute(db);
    expect((await readContentVersion(db, version)).changes).toEqual(['redirects']);
  });
});

test('two rules that lead to each other cannot be saved at once', async ({ own }) => {
  const ctx = await contextAs(own.db, 'admin');
  const results = await Promise.allSettled([
    createRedirect(ctx, rule('/a', '/b')),
    createRedirect(ctx, rule('/b', '/a')),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
