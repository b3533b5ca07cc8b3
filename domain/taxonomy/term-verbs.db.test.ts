import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { getPost } from '#domain/posts/get-post.ts';
import { getPostWithPendingChanges } from '#domain/posts/get-post-with-pending-changes.ts';
import { getProposal } from '#domain/proposals/get-proposal.ts';
import { addPost, contextAs, edited, newPost } from '#tests/factories.ts';
import { readContentVersion } from '#db/queries/content-version.ts';
import { findTermByName, type TermKind } from '#db/queries/managed-terms.ts';
import { openCounted, test } from '#tests/database.ts';
import { listDifferences } from '#tests/list-differences.ts';
import { autosavePost, createPost, saveProposal } from '#tests/post-forms.ts';
import { createTerm } from './create-term.ts';
import { deleteTerm } from './delete-term.ts';
import { findMovedTerm } from './find-moved-term.ts';
import { listTerms, type TermListQuery } from './list-terms.ts';
import { mergeTerms } from './merge-terms.ts';
import { updateTerm } from './update-term.ts';

const kinds = ['category', 'tag', 'author'] as const;

type Context = Awaited<ReturnType<typeof contextAs>>;

const fieldsWith = {
  category: (id: string | null) => ({ categoryId: id }),
  tag: (id: string | null) => ({ tagIds: id === null ? [] : [id] }),
  author: (id: string | null) => ({ publicAuthorId: id }),
};

/** A post with the term. */
async function addFiled(ctx: Context, kind: TermKind, termId: string) {
  return (await addPost(ctx, fieldsWith[kind](termId))).id;
}

describe.for(kinds)('a %s', (kind) => {
  const namesOf = async (ctx: Context, query: Partial<TermListQuery>) =>
    (await listTerms(ctx, kind, { page: 1, ...query })).items.map(({ name }) => name);

  test('is made with a slug from its name, and a taken slug gets a number', async ({ ctx }) => {
    const changes = ctx.changes();
    expect((await createTerm(ctx, kind, { name: '  Café  au lait ' })).slug).toBe('cafe-au-lait');
    expect(ctx.changes()).toBe(changes + 1);
    expect((await createTerm(ctx, kind, { name: 'Cafe au Lait' })).slug).toBe('cafe-au-lait-2');
    expect((await createTerm(ctx, kind, { name: 'Other', slug: 'CAFE au lait' })).slug).toBe(
      'cafe-au-lait-3',
    );
    await expect(createTerm(ctx, kind, { name: ' ' })).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Please enter a name.',
    });
    await expect(createTerm(ctx, kind, { name: 'x'.repeat(121) })).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('renamed: its old address leads to it, and may be taken by another', async ({ ctx }) => {
    const term = await createTerm(ctx, kind, { name: 'First' });
    const taken = await createTerm(ctx, kind, { name: 'Second' });
    expect(await updateTerm(ctx, kind, term.id, { name: 'Second', slug: '' })).toMatchObject({
      slug: 'second-2',
    });
    expect(await findMovedTerm(ctx, kind, 'first')).toBe('second-2');
    expect(await updateTerm(ctx, kind, term.id, { name: 'Third', slug: 'second-2' })).toMatchObject({
      slug: 'second-2',
    });
    await updateTerm(ctx, kind, term.id, { name: 'Third', slug: 'third' });
    expect(await findMovedTerm(ctx, kind, 'first')).toBe('third');
    expect(await findMovedTerm(ctx, kind, 'second-2')).toBe('third');
    await updateTerm(ctx, kind, taken.id, { name: 'First', slug: '' });
    expect(await findMovedTerm(ctx, kind, 'first')).toBeNull();
    await updateTerm(ctx, kind, term.id, { name: 'Third', slug: 'second-2' });
    expect(await findMovedTerm(ctx, kind, 'second-2')).toBeNull();
    expect(await findMovedTerm(ctx, kind, 'third')).toBe('second-2');
  });

  test('deleted: its posts stay, without it', async ({ ctx }) => {
    const term = await createTerm(ctx, kind, { name: 'To delete' });
    await updateTerm(ctx, kind, term.id, { name: 'To delete', slug: 'to-delete-now' });
    const post = await addFiled(ctx, kind, term.id);
    expect(await deleteTerm(ctx, kind, term.id)).toEqual({ name: 'To delete', posts: 1 });
    expect(await getPost(ctx, post)).toMatchObject(fieldsWith[kind](null));
    expect(await findMovedTerm(ctx, kind, 'to-delete')).toBeNull();
    await expect(deleteTerm(ctx, kind, term.id)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('merged: posts, addresses and former addresses go to the other one', async ({ db, ctx }) => {
    const from = await createTerm(ctx, kind, { name: 'Former' });
    await updateTerm(ctx, kind, from.id, { name: 'From', slug: 'from' });
    const into = await createTerm(ctx, kind, { name: 'Into' });
    const post = await addFiled(ctx, kind, from.id);
    const both =
      kind === 'tag'
        ? (await addPost(ctx, { tagIds: [from.id, into.id] })).id
        : await addFiled(ctx, kind, into.id);
    expect(await mergeTerms(ctx, kind, { id: from.id, intoId: into.id })).toMatchObject({
      name: 'From',
      into: 'Into',
    });
    for (const id of [post, both]) {
      expect(await getPost(ctx, id)).toMatchObject(fieldsWith[kind](into.id));
    }
    expect(await findMovedTerm(ctx, kind, 'from')).toBe('into');
    expect(await findMovedTerm(ctx, kind, 'former')).toBe('into');
    expect(await listTerms(ctx, kind, { page: 1 })).toMatchObject({ total: 1, items: [{ posts: 2 }] });
    const log = await db.selectFrom('activity').select('action').execute();
    expect(log.map(({ action }) => action)).toContain(`${kind}-merged`);
    expect(await listDifferences(db)).toEqual([]);
  });

  test('merged: changes of a post that are not public yet, and proposals, name the other one', async ({
    ctx,
  }) => {
    const [from, into] = [
      await createTerm(ctx, kind, { name: 'From' }),
      await createTerm(ctx, kind, { name: 'Into' }),
    ];
    const fields = { ...fieldsWith[kind](from.id), published: 'true' };
    const { id } = await createPost(ctx, newPost(fields));
    await autosavePost(ctx, id, edited({ ...fields, title: 'Changed' }));
    const proposal = await saveProposal(ctx, id, newPost({ ...fields, title: 'Proposed', version: 1 }));
    await mergeTerms(ctx, kind, { id: from.id, intoId: into.id });
    const { pendingChanges } = await getPostWithPendingChanges(ctx, id);
    expect(pendingChanges).toMatchObject({ title: 'Changed', ...fieldsWith[kind](into.id) });
    // Who a text is shown as is not proposed.
    if (kind !== 'author')
      expect((await getProposal(ctx, proposal.id)).proposed).toMatchObject(fieldsWith[kind](into.id));
  });

  test('is not merged into itself, into nothing, or into what is gone', async ({ ctx }) => {
    const { id } = await createTerm(ctx, kind, { name: 'One' });
    for (const intoId of [id, id.toUpperCase(), ''])
      await expect(mergeTerms(ctx, kind, { id, intoId })).rejects.toMatchObject({ kind: 'invalid' });
    for (const gone of [randomUUID(), 'nonsense']) {
      await expect(mergeTerms(ctx, kind, { id, intoId: gone })).rejects.toMatchObject({ kind: 'not-found' });
      await expect(mergeTerms(ctx, kind, { id: gone, intoId: id })).rejects.toMatchObject({
        kind: 'not-found',
      });
      await expect(updateTerm(ctx, kind, gone, { name: 'x' })).rejects.toMatchObject({ kind: 'not-found' });
      await expect(deleteTerm(ctx, kind, gone)).rejects.toMatchObject({ kind: 'not-found' });
    }
    expect(await namesOf(ctx, {})).toEqual(['One']);
  });

  test('is found by name or slug, any case; fifty a page, in each order', async ({ db, ctx }) => {
    const table = sql.table({ category: 'blog_categories', tag: 'blog_tags', author: 'authors' }[kind]);
    await sql`insert into ${table} (name, slug, created_at)
      select 'Name ' || lpad(n::text, 3, '0'), 's-' || (1000 - n), now() - n * interval '1 hour'
      from generate_series(1, 120) n`.execute(db);
    await createTerm(ctx, kind, { name: '100%_\\o/', slug: 'odd' });
    expect(await namesOf(ctx, { search: 'NAME 119' })).toEqual(['Name 119']);
    expect(await namesOf(ctx, { search: 's-881' })).toEqual(['Name 119']);
    for (const sign of ['%', '_', '\\']) expect(await namesOf(ctx, { search: sign })).toEqual(['100%_\\o/']);
    expect(await namesOf(ctx, { search: 'o/ odd' })).toEqual([]);
    const last = await listTerms(ctx, kind, { page: 3 });
    expect(last).toMatchObject({ page: 3, pages: 3, total: 121 });
    expect(last.items).toHaveLength(21);
    expect(await listTerms(ctx, kind, { page: 99 })).toEqual(last);
    const first = async (column: 'name' | 'slug' | 'created', direction: 'asc' | 'desc') =>
      (await namesOf(ctx, { order: { column, direction } }))[0];
    expect(await first('name', 'desc')).toBe('Name 120');
    expect(await first('slug', 'asc')).toBe('100%_\\o/');
    expect(await first('slug', 'desc')).toBe('Name 001');
    expect(await first('created', 'asc')).toBe('Name 120');
    await createTerm(ctx, kind, { name: 'Zebra' });
    expect((await namesOf(ctx, {})).slice(0, 2)).toEqual(['100%_\\o/', 'Name 001']);
  });
});

test('one name at the same moment is two slugs; a page takes one statement', async ({ own }) => {
  const statements: string[] = [];
  const counted = openCounted(own, statements);
  const ctx = await contextAs(own.db, 'editor');
  for (const kind of kinds) {
    const made = await Promise.all(Array.from({ length: 4 }, () => createTerm(ctx, kind, { name: 'Twin' })));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(4);
    const renamed = await Promise.all(
      made.map(({ id }) => updateTerm(ctx, kind, id, { name: 'Renamed', slug: '' })),
    );
    expect(new Set(renamed.map(({ slug }) => slug)).size).toBe(4);
    const items = (await listTerms({ ...ctx, db: counted }, kind, { page: 1 })).items;
    expect(items).toHaveLength(4);
  }
  expect(statements).toHaveLength(kinds.length);
});

test('a form and an earlier version from before a tag was merged keep the tag it is now', async ({ ctx }) => {
  const [first, second, last, gone] = await Promise.all(
    ['First', 'Second', 'Last', 'Gone'].map((name) => createTerm(ctx, 'tag', { name })),
  );
  if (!first || !second || !last || !gone) throw new Error('Four tags were made.');
  const fields = { tagIds: [first.id, gone.id] };
  const draft = await addPost(ctx, fields);
  const published = await addPost(ctx, { ...fields, published: 'true' });
  await mergeTerms(ctx, 'tag', { id: first.id, intoId: second.id });
  await mergeTerms(ctx, 'tag', { id: second.id, intoId: last.id });
  await deleteTerm(ctx, 'tag', gone.id);
  for (const { id } of [draft, published]) await autosavePost(ctx, id, edited({ ...fields, title: 'Again' }));
  expect(await getPost(ctx, draft.id)).toMatchObject({ title: 'Again', tagIds: [last.id] });
  const { pendingChanges } = await getPostWithPendingChanges(ctx, published.id);
  expect(pendingChanges).toMatchObject({ title: 'Again', tagIds: [last.id] });
  expect((await getPost(ctx, (await createPost(ctx, newPost(fields))).id)).tagIds).toEqual([last.id]);
});

test.for(kinds)(
  'a %s with many posts is merged and deleted in several short transactions',
  async (kind, { own: { db } }) => {
    const ctx = await contextAs(db, 'admin');
    const [from, into] = [
      await createTerm(ctx, kind, { name: 'From' }),
      await createTerm(ctx, kind, { name: 'Into' }),
    ];
    const column = { category: 'category_id', author: 'public_author_id', tag: null }[kind];
    await sql`insert into blog_posts (title, slug, published, published_at)
    select 'Post', 'post-' || n, true, now() from generate_series(1, 251) n`.execute(db);
    await (
      column === null
        ? sql`insert into blog_post_tags (post_id, tag_id) select id, ${from.id} from blog_posts`
        : sql`update blog_posts set ${sql.ref(column)} = ${from.id}`
    ).execute(db);
    const version = async () => Number((await readContentVersion(db, undefined)).version);
    for (const change of [
      () => mergeTerms(ctx, kind, { id: from.id, intoId: into.id }),
      () => deleteTerm(ctx, kind, into.id),
    ]) {
      const before = await version();
      expect(await change()).toMatchObject({ posts: 251 });
      expect((await version()) - before).toBe(2);
    }
    expect(await findTermByName(db, kind, 'Into')).toBeUndefined();
  },
);
