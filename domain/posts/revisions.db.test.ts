import { describe, expect } from 'vitest';

import { requireActor } from '#domain/actor.ts';
import { contextAs, contextOn, newPost } from '#tests/factories.ts';
import { test } from '#tests/database.ts';
import { autosavePost } from './autosave-post.ts';
import { createPost } from './create-post.ts';
import { discardPendingChanges } from './discard-pending-changes.ts';
import { listPostRevisions } from './list-post-revisions.ts';
import { nameRevision } from './name-revision.ts';
import { currentRevision, revisionNames } from './revision-names.ts';
import { updatePost } from './update-post.ts';

const edited = (fields: Record<string, unknown>) => newPost({ version: 1, ...fields });
const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

describe('the list of revisions', () => {
  test('says what each changed, once its state before is stored', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const authorId = requireActor(ctx).userId;
    const { id } = await createPost(
      ctx,
      newPost({ title: 'One', slug: 'one', authorId, content: p('a', 'b') }),
    );
    const save = (fields: Record<string, unknown>) =>
      updatePost(ctx, id, edited({ slug: 'one', authorId, ...fields }));
    await save({ title: 'One', content: p('A', 'b', 'c') });
    await save({ title: 'Two', content: p('A', 'b', 'c'), version: 2 });
    await save({ title: 'Three', content: p('A'), version: 3 });
    const said = async () => (await listPostRevisions(ctx, id)).map(({ changes }) => changes);
    expect(await said()).toEqual(['Title', '1 paragraph; 1 paragraph added', null]);
    await db.updateTable('blog_post_revisions').set({ content: '' }).execute();
    expect(await said(), 'is not compared again').toEqual(['Title', '1 paragraph; 1 paragraph added', null]);
    // As pruning does it: the newest is compared with the oldest from now on.
    const [, middle] = await listPostRevisions(ctx, id);
    await db
      .deleteFrom('blog_post_revisions')
      .where('id', '=', middle?.id ?? '')
      .execute();
    expect(await said()).toEqual(['Title', null]);
  });

  test('compares discarded changes with the version that they were begun on', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(
      ctx,
      newPost({ title: 'One', slug: 'one', content: p('a'), published: 'true' }),
    );
    const public1 = { slug: 'one', published: 'true' };
    await autosavePost(ctx, id, edited({ ...public1, title: 'Draft', content: p('b') }));
    await discardPendingChanges(ctx, id);
    expect(await listPostRevisions(ctx, id)).toMatchObject([{ kind: 'discarded', changes: null }]);
    await updatePost(ctx, id, edited({ ...public1, title: 'Two', content: p('a') }));
    await updatePost(ctx, id, edited({ ...public1, title: 'Three', content: p('a'), version: 2 }));
    const revisions = await listPostRevisions(ctx, id);
    expect(revisions.map(({ kind, changes }) => [kind, changes])).toEqual([
      ['save', expect.stringContaining('Title')],
      ['discarded', expect.stringMatching(/^Title.*1 paragraph$/)],
      ['save', null],
    ]);
  });
});

describe('a name', () => {
  test('keeps a revision that would have been pruned, until it is taken off', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost());
    await updatePost(ctx, id, edited({ title: 'First' }));
    const [first] = await listPostRevisions(ctx, id);
    await nameRevision(ctx, id, first?.id ?? '', { name: '  Sent to print ' });
    let version = 2;
    const saveTimes = async (times: number) => {
      for (let n = 0; n < times; n += 1, version += 1)
        await updatePost(ctx, id, edited({ title: `Save ${version}`, version }));
    };
    await saveTimes(55);
    const named = await listPostRevisions(ctx, id);
    expect(named).toHaveLength(51);
    expect(named.at(-1)).toMatchObject({ id: first?.id, name: 'Sent to print' });
    await nameRevision(ctx, id, first?.id ?? '', { name: '' });
    await saveTimes(1);
    expect((await listPostRevisions(ctx, id)).map(({ name }) => name)).toEqual(Array(50).fill(null));
  });

  test('of the present state stores it once, also when the next save writes over it', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost({ content: p('a') }));
    await nameRevision(ctx, id, currentRevision, { name: 'As sent' });
    await nameRevision(ctx, id, currentRevision, { name: 'As sent to Ann' });
    expect(await listPostRevisions(ctx, id)).toMatchObject([{ name: 'As sent to Ann', kind: 'save' }]);
    await updatePost(ctx, id, edited({ content: p('b') }));
    expect(await listPostRevisions(ctx, id)).toMatchObject([{ name: 'As sent to Ann' }]);
    await updatePost(ctx, id, edited({ content: p('c'), version: 2 }));
    expect(await listPostRevisions(ctx, id)).toMatchObject([{ name: null }, { name: 'As sent to Ann' }]);
  });

  test('is given to at most 20 revisions, one of which can be named anew', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost());
    for (let version = 1; version <= revisionNames.count + 1; version += 1)
      await updatePost(ctx, id, edited({ title: `Save ${version}`, version }));
    const [newest, ...others] = await listPostRevisions(ctx, id);
    for (const [n, { id: revision }] of others.entries())
      await nameRevision(ctx, id, revision, { name: `${n}` });
    await expect(nameRevision(ctx, id, newest?.id ?? '', { name: 'One more' })).rejects.toMatchObject({
      kind: 'invalid',
      fieldErrors: { name: expect.stringContaining('at most') as unknown },
    });
    await nameRevision(ctx, id, others[0]?.id ?? '', { name: 'Anew' });
  });

  test('that is too long, of another post or by a visitor is refused', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost());
    const { id: other } = await createPost(ctx, newPost());
    await updatePost(ctx, id, edited({}));
    const [revision] = await listPostRevisions(ctx, id);
    const name = (post: string, of: string, text: string) => nameRevision(ctx, post, of, { name: text });
    await expect(name(id, revision?.id ?? '', 'x'.repeat(81))).rejects.toMatchObject({ kind: 'invalid' });
    await expect(name(other, revision?.id ?? '', 'x')).rejects.toMatchObject({ kind: 'not-found' });
    await expect(name(id, 'no id', 'x')).rejects.toMatchObject({ kind: 'not-found' });
    await expect(nameRevision(contextOn(db), id, revision?.id ?? '', { name: 'x' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(await listPostRevisions(ctx, id)).toMatchObject([{ name: null }]);
  });
});
