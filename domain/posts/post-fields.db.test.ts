import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { kindNames, kinds, type PostKind } from '#domain/core/kinds.ts';
import { createCategory, createTag, createTerm } from '#domain/taxonomy/create-term.ts';
import { test } from '#tests/database.ts';
import { addPost, addStoredImage, type contextAs, edited, newPost } from '#tests/factories.ts';
import { autosavePost, updatePost } from '#tests/post-forms.ts';
import { duplicatePost } from './duplicate-post.ts';
import { getPost } from './get-post.ts';
import { getPostWithPendingChanges } from './get-post-with-pending-changes.ts';
import { columnNames, columnOf, factNames, fieldNames, hasField, postFields } from './post-fields.ts';
import { getPostRevision } from './get-post-revision.ts';
import { listPostRevisions } from './list-post-revisions.ts';

/** Columns of a post that are not fields of `postFields`, each with the place that stores and restores it. */
const otherColumns = {
  id: 'bookkeeping',
  content: 'beside the fields: revisions, pending changes and copies have a column for it',
  is_untitled: 'a title that is empty',
  facts: 'the fields without a column of their own',
  word_count: 'follows from the content',
  read_minutes: 'follows from the content',
  first_published_at: 'decided by publishing.ts',
  created_at: 'bookkeeping',
  updated_at: 'bookkeeping',
  version: 'bookkeeping',
  creation_key: 'bookkeeping',
  saved_by: 'bookkeeping',
  save_kind: 'bookkeeping',
  save_key: 'bookkeeping',
  position: 'set by order-case-studies.ts',
};

/** A value for each type of field, as the form sends it. */
const valueOfType = {
  title: 'A title',
  slug: 'a-slug',
  line: 'A line',
  text: 'Two\nlines',
  address: 'https://original.example/article',
  flag: 'true',
  instant: '2026-01-02T03:04',
  day: '2026-01-05',
  description: '{"src":"/storage/blog-images/x/x.png","alt":"Two boats"}',
  language: 'pt-BR',
  lines: 'One\nTwo',
  year: '2025',
  results: '[{"figure":"40%","label":"less waiting"},{"figure":"2×","label":"as many orders"}]',
};

/** The fields of the form, each with a value; an author, a category and a tag that exist, and every date. */
async function everyField(
  ctx: Awaited<ReturnType<typeof contextAs>>,
  kind: PostKind,
): Promise<Record<string, unknown>> {
  const category = await createCategory(ctx, { name: 'Category' });
  const tag = await createTag(ctx, { name: 'Tag' });
  const { id: publicAuthorId } = await createTerm(ctx, 'author', { name: 'Author' });
  const ids: Record<string, string> = { categoryId: category.id, authorId: ctx.actor.userId, publicAuthorId };
  const fields = fieldNames.map((name) => {
    const { type } = postFields[name];
    if (type === 'image') return [name, ''];
    return [name, type === 'kind' ? kind : type === 'id' ? ids[name] : valueOfType[type]];
  });
  return { ...Object.fromEntries(fields), tagIds: [tag.id], content: '<p>Content</p>' };
}

/** Images must be uploads, and the description is of a draft, so a post is given them without its verb. */
const image = '/storage/blog-images/x/x.png';

async function setImages(db: Database, id: string, kind: PostKind, src = image): Promise<void> {
  const client_logo = hasField(kind, 'clientLogo') ? src : null;
  await db
    .updateTable('blog_posts')
    .set({
      featured_image: src,
      social_image: src,
      client_logo,
      image_description: valueOfType.description,
    })
    .where('id', '=', id)
    .execute();
}

function emptyNamesOf(state: object): string[] {
  return Object.entries(state)
    .flatMap(([name, value]) => (value === null || value === '' || String(value) === '' ? [name] : []))
    .toSorted();
}

/** Fields that posts of a kind do not have. */
function lackedBy(kind: PostKind): string[] {
  const { isInBlog, hasTags } = kinds[kind];
  const ofBlog = isInBlog ? [] : ['categoryId', 'displayPublishedAt'];
  const others = fieldNames.filter((name) => !hasField(kind, name));
  return [...ofBlog, ...(hasTags ? [] : ['tagIds']), ...others].toSorted();
}

test('every column of a post is a field or has another place', async ({ db }) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'blog_posts'`.execute(db);
  const columns = columnNames.map((name): string => columnOf(name));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...columns, ...Object.keys(otherColumns)].toSorted(),
  );
});

describe.each(kindNames)('a %s with every field filled', (kind) => {
  test('is stored and read by its form with every field', async ({ db, ctx }) => {
    const { id } = await addPost(ctx, await everyField(ctx, kind));
    await setImages(db, id, kind);
    const { savedBy: _, ...post } = await getPost(ctx, id);
    expect(emptyNamesOf(post)).toEqual(lackedBy(kind));
    expect(post).toMatchObject({
      title: 'A title',
      language: 'pt-BR',
      publishedAt: new Date('2026-01-02T03:04Z'),
    });
  });

  test('leaves a revision with every field and no other', async ({ db, ctx }) => {
    const { id } = await addPost(ctx, await everyField(ctx, kind));
    await setImages(db, id, kind);
    const before = await getPost(ctx, id);
    await updatePost(ctx, id, edited({ title: 'Other', kind, client: 'Other' }));

    const query = db.selectFrom('blog_post_revisions').select('settings').where('post_id', '=', id);
    const { settings } = await query.executeTakeFirstOrThrow();
    const facts = factNames.filter((name) => hasField(kind, name));
    expect(Object.keys(settings).toSorted()).toEqual([...columnNames, ...facts, 'tagIds'].toSorted());

    const [revision] = await listPostRevisions(ctx, id);
    const { gone: _, ...state } = await getPostRevision(ctx, id, revision?.id ?? '');
    // The images were never uploaded, so the revision does not offer them.
    const { featuredImage, socialImage, clientLogo } = before;
    expect({ ...state, featuredImage, socialImage, clientLogo }).toEqual(
      Object.fromEntries(Object.keys(state).map((name) => [name, Reflect.get(before, name)])),
    );
  });

  test('keeps every field in pending changes', async ({ db, ctx }) => {
    const { id } = await addPost(ctx, { published: 'true', kind, client: 'Client' });
    await setImages(db, id, kind);
    const fields = {
      ...(await everyField(ctx, kind)),
      featuredImage: image,
      socialImage: image,
      clientLogo: image,
    };
    await autosavePost(ctx, id, { ...fields, version: 1, pendingVersion: 0 });
    const { pendingChanges } = await getPostWithPendingChanges(ctx, id);
    const { begunOn: _, ...state } = pendingChanges ?? { begunOn: null };
    expect(emptyNamesOf(state)).toEqual(lackedBy(kind));
    expect(Object.keys(state)).toEqual(expect.arrayContaining([...fieldNames, 'content', 'tagIds']));
  });

  test('is copied with its content, its tags and every field that is not its own', async ({ db, ctx }) => {
    const { id } = await addPost(ctx, await everyField(ctx, kind));
    await setImages(db, id, kind, (await addStoredImage(db)).src);
    const original = await getPost(ctx, id);
    const made = await duplicatePost(ctx, { id, creationKey: newPost()['creationKey'] });
    const copy = await getPost(ctx, made.id);
    const copied = fieldNames.filter((name) => !('isOwn' in postFields[name]));
    for (const name of [...copied, 'content', 'tagIds'] as const) {
      expect(copy[name], name).toEqual(original[name]);
    }
    expect(copy).toMatchObject({ published: false, publishedAt: null, displayPublishedAt: null });
  });
});
