import { expect } from 'vitest';

import { getDashboard } from '#domain/dashboard/get-dashboard.ts';
import { listImages } from '#domain/images/find-images.ts';
import { getProposalInPlace } from '#domain/proposals/get-proposal.ts';
import { listProposals } from '#domain/proposals/list-proposals.ts';
import { test } from '#tests/database.ts';
import { addPost, addStoredImage, contextAs, edited, newPost } from '#tests/factories.ts';
import { autosavePost, saveProposal, updatePost } from '#tests/post-forms.ts';
import { announceEditor } from './announce-editor.ts';
import { getPost } from './get-post.ts';
import { getPostAsVisitor, getPostPreview } from './get-post-preview.ts';
import { getPostWithPendingChanges } from './get-post-with-pending-changes.ts';
import { listFactNames } from './list-fact-names.ts';
import { listPosts } from './list-posts.ts';
import { setPublished } from './set-published.ts';

test('a contributor reads what is public and their own texts, and learns of no other', async ({ db }) => {
  const [editor, contributor] = [await contextAs(db, 'editor'), await contextAs(db, 'contributor')];
  const { src } = await addStoredImage(db);
  const own = await addPost(contributor, { title: 'Own draft' });
  const open = await addPost(editor, { title: 'Public text', published: 'true' });
  const draft = await addPost(editor, { title: 'Hidden draft', featuredImage: src });
  const planned = await addPost(editor, {
    title: 'Hidden planned',
    published: 'true',
    publishedAt: '2999-01-01T08:00',
  });
  const fact = { kind: 'case_study', client: 'Client', services: 'Hidden service' };
  await addPost(editor, { title: 'Hidden case', ...fact });

  for (const { id } of [own, open]) {
    await expect(getPost(contributor, id)).resolves.toMatchObject({ id });
    await expect(getPostPreview(contributor, id)).resolves.toMatchObject({ id });
  }
  for (const { id } of [draft, planned]) {
    for (const read of [getPost, getPostAsVisitor, getPostPreview, getPostWithPendingChanges])
      await expect(read(contributor, id)).rejects.toMatchObject({ kind: 'not-found' });
    const change = newPost({ title: 'Mine now', version: '1' });
    for (const write of [autosavePost, saveProposal])
      await expect(write(contributor, id, change)).rejects.toMatchObject({ kind: 'not-found' });
    await announceEditor(editor, id);
    expect(await announceEditor(contributor, id)).toEqual([]);
    expect(await announceEditor(editor, id)).toEqual([]);
  }
  const lists = JSON.stringify([
    await listPosts(contributor, { page: 1 }),
    await listPosts(contributor, { search: 'hidden', page: 1 }),
    await listPosts(contributor, { kind: 'case_study', page: 1 }),
    await listFactNames(contributor, 'case_study'),
    await getDashboard(contributor, (error) => expect.fail(String(error))),
    await listImages(contributor, { search: '', filter: 'all', page: 1 }),
  ]);
  expect(lists).toContain('Own draft');
  expect(lists).toContain('Public text');
  expect(lists).toContain(src);
  expect(lists).not.toContain('Hidden');
  const found = await listImages(contributor, { search: 'Hidden', filter: 'all', page: 1 });
  expect(found.items).toEqual([]);
});

test('a contributor sees no changes that others have not published, and keeps a proposal for a text that was withdrawn', async ({
  db,
}) => {
  const [editor, contributor] = [await contextAs(db, 'editor'), await contextAs(db, 'contributor')];
  const post = await addPost(editor, { title: 'Public', published: 'true' });
  const typed = { title: 'Typed', published: 'true', version: '1', pendingVersion: '0' };
  await autosavePost(editor, post.id, edited(typed));
  expect(await getPostWithPendingChanges(contributor, post.id)).toMatchObject({ pendingChanges: null });
  expect(await getPostPreview(contributor, post.id)).toMatchObject({ title: 'Public' });
  const { id } = await saveProposal(contributor, post.id, newPost({ title: 'Better', version: '1' }));
  expect((await getProposalInPlace(contributor, id)).current.title).toBe('Public');

  await setPublished(editor, { ids: [post.id], published: 'false' });
  await updatePost(editor, post.id, { ...edited({ title: 'Withdrawn' }), version: '2' });
  expect((await getProposalInPlace(contributor, id)).current.title).toBe('Public');
  const { items } = await listProposals(contributor, { isDecided: false, page: 1 });
  expect(items[0]?.title).toBe('Better');
});
