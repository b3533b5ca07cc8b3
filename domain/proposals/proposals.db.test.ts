import { randomUUID } from 'node:crypto';

import { describe, expect } from 'vitest';

import { getPost } from '#domain/posts/get-post.ts';
import { getPostWithPendingChanges } from '#domain/posts/get-post-with-pending-changes.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { permissions } from '#domain/core/permissions.ts';
import { test } from '#tests/database.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { updateOwnEmails } from '#domain/accounts/profile/own-emails.ts';
import { addPost, contextAs, edited, emailsIn, contextOn, newPost } from '#tests/factories.ts';
import { autosavePost, createPost, saveProposal, updatePost } from '#tests/post-forms.ts';
import { acceptProposal, rejectProposal } from './decide-proposal.ts';
import { proofOfVersion } from './given-version.ts';
import { findOwnProposal, getProposal } from './get-proposal.ts';
import { countWaitingProposals, listProposals } from './list-proposals.ts';
import { proposalLimits } from './proposal.ts';
import { sendProposal, withdrawProposal } from './send-proposal.ts';

const proposed = (fields: Record<string, unknown> = {}) => ({
  ...newPost({ title: 'Better', content: '<p>Better words.</p>' }),
  version: '1',
  ...fields,
});

/** Takes a proposal over whole, for a text of the first version. */
const accept = (ctx: DomainContext, id: string) =>
  acceptProposal(ctx, id, { version: 1, fields: ['title'], places: [0] }, { version: 1, pendingVersion: 0 });

async function sent(ctx: DomainContext, postId: string | null, fields: Record<string, unknown> = {}) {
  const { id } = await saveProposal(ctx, postId, proposed(fields));
  await sendProposal(ctx, id, { reason: 'It reads better.' });
  return id;
}

test('a contributor writes own drafts, and changes, publishes and deletes nothing', async ({ db }) => {
  const [editor, contributor] = [await contextAs(db, 'editor'), await contextAs(db, 'contributor')];
  const own = await addPost(contributor, { title: 'Mine' });
  const theirs = await addPost(editor, { title: 'Theirs', published: 'true' });
  const { userId: authorId } = contributor.actor;
  const edit = (fields = {}) => edited({ title: 'Changed', authorId, ...fields });

  expect(await autosavePost(contributor, own.id, edit(), 'save')).toMatchObject({
    published: false,
    version: 2,
  });
  await expect(autosavePost(contributor, theirs.id, edit())).rejects.toMatchObject({ kind: 'forbidden' });
  await setPublished(editor, { ids: [theirs.id], published: 'false' });
  await expect(autosavePost(contributor, theirs.id, edit())).rejects.toMatchObject({ kind: 'not-found' });
  await expect(createPost(contributor, newPost({ published: 'true' }))).rejects.toMatchObject({
    kind: 'forbidden',
  });
  const named = newPost({ authorId: editor.actor.userId });
  await expect(createPost(contributor, named)).rejects.toMatchObject({ kind: 'forbidden' });
  for (const press of [
    () => updatePost(contributor, own.id, edit({ version: '2' })),
    () => setPublished(contributor, { ids: [own.id], published: 'true' }),
  ])
    await expect(press()).rejects.toThrow(permissions['edit-content'].denial);

  // Once it was public it is an editor's.
  await setPublished(editor, { ids: [own.id], published: 'true' });
  await setPublished(editor, { ids: [own.id], published: 'false' });
  await expect(autosavePost(contributor, own.id, edit({ version: '4' }))).rejects.toMatchObject({
    kind: 'forbidden',
  });
});

describe('a proposal', () => {
  test('that is saved several times at once is one', async ({ own: { db } }) => {
    const ctx = await contextAs(db, 'contributor');
    const form = proposed({ creationKey: randomUUID(), saveKey: randomUUID() });
    const saved = await Promise.all([1, 2, 3].map(() => saveProposal(ctx, null, form)));
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
  });

  test('is seen by its author alone until it is sent, then by who may decide', async ({ db }) => {
    const [editor, one, other] = [
      await contextAs(db, 'editor'),
      await contextAs(db, 'contributor'),
      await contextAs(db, 'contributor'),
    ];
    const post = await addPost(editor, { published: 'true' });
    const { id } = await saveProposal(one, post.id, proposed());
    await expect(getProposal(editor, id)).rejects.toMatchObject({ kind: 'not-found' });
    expect((await findOwnProposal(one, post.id))?.proposed.title).toBe('Better');
    await sendProposal(one, id, { reason: 'Shorter.' });
    expect((await getProposal(editor, id)).reason).toBe('Shorter.');
    await expect(getProposal(other, id)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await countWaitingProposals(editor)).toBe(1);
    expect(await countWaitingProposals(other)).toBe(0);
    expect((await listProposals(other, { isDecided: false, page: 1 })).items).toEqual([]);
    for (const act of [withdrawProposal, (ctx: DomainContext) => sendProposal(ctx, id, { reason: 'x' })])
      await expect(act(other, id)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(rejectProposal(other, id, { answer: 'x' })).rejects.toThrow(
      permissions['edit-content'].denial,
    );
    await expect(accept(one, id)).rejects.toThrow(permissions['edit-content'].denial);
  });

  test('changes nothing public; editors decide whether, when and whose the text is', async ({ db }) => {
    const [editor, contributor] = [await contextAs(db, 'editor'), await contextAs(db, 'contributor')];
    const post = await addPost(editor, { title: 'Public', published: 'true' });
    const taken = { published: 'false', featured: 'true', publishedAt: '2030-01-01T08:00' };
    const { id: publicAuthorId } = await createTerm(editor, 'author', { name: 'Someone Known' });
    const whose = { authorId: contributor.actor.userId, publicAuthorId };
    const id = await sent(contributor, post.id, { ...taken, ...whose });
    const { base, proposed: state } = await getProposal(editor, id);
    expect(state).toMatchObject({
      title: 'Better',
      published: true,
      featured: base.featured,
      publishedAt: base.publishedAt,
      authorId: editor.actor.userId,
      publicAuthorId: null,
    });

    expect(await accept(editor, id)).toBe(post.id);
    const { post: live, pendingChanges } = await getPostWithPendingChanges(editor, post.id);
    expect([live.title, pendingChanges?.title, pendingChanges?.savedById]).toEqual([
      'Public',
      'Better',
      editor.actor.userId,
    ]);
    const { state: decided, decidedBy, proposer } = await getProposal(contributor, id);
    expect([decided, decidedBy]).toEqual(['accepted', editor.actor.email.split('@')[0]]);
    const entry = db.selectFrom('activity').selectAll().where('action', '=', 'proposal-accepted');
    expect(await entry.executeTakeFirst()).toMatchObject({
      actor_id: editor.actor.userId,
      after: { proposedBy: proposer },
    });
  });

  test('for a new text becomes a draft of who proposed it', async ({ db }) => {
    const [editor, contributor] = [await contextAs(db, 'editor'), await contextAs(db, 'contributor')];
    const id = await sent(contributor, null, { version: '0' });
    const made = await accept(editor, id);
    expect(await getPost(editor, made)).toMatchObject({
      title: 'Better',
      published: false,
      authorId: contributor.actor.userId,
      savedById: editor.actor.userId,
    });
  });

  test('keeps the text that it was begun on, and is refused where that is not known', async ({ db }) => {
    const [editor, contributor] = [await contextAs(db, 'editor'), await contextAs(db, 'contributor')];
    const post = await addPost(editor, { title: 'First', published: 'true' });
    await updatePost(editor, post.id, edited({ title: 'Second', published: 'true' }));
    const given = proofOfVersion(contributor, contributor.actor, post.id, 1);
    const { id } = await saveProposal(contributor, post.id, proposed({ given }));
    expect((await getProposal(contributor, id)).base.title).toBe('First');
    await db.deleteFrom('blog_post_revisions').execute();
    await expect(saveProposal(contributor, post.id, proposed({ given }))).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  test('is not begun by a contributor on an earlier version that was not given to them', async ({ db }) => {
    const [editor, contributor] = [await contextAs(db, 'editor'), await contextAs(db, 'contributor')];
    const post = await addPost(editor, { title: 'Taken out', published: 'true' });
    await updatePost(editor, post.id, edited({ title: 'Second', published: 'true' }));
    const proofs = [
      '',
      proofOfVersion(contributor, contributor.actor, post.id, 2),
      proofOfVersion(editor, editor.actor, post.id, 1),
    ];
    for (const given of proofs)
      await expect(saveProposal(contributor, post.id, proposed({ given }))).rejects.toMatchObject({
        kind: 'conflict',
      });
    await expect(saveProposal(contributor, post.id, proposed({ version: '2' }))).resolves.toBeDefined();
    await expect(saveProposal(editor, post.id, proposed())).resolves.toBeDefined();
  });

  test('of a lost answer is found again; one changed elsewhere is not overwritten', async ({ db }) => {
    const [editor, contributor] = [await contextAs(db, 'editor'), await contextAs(db, 'contributor')];
    const post = await addPost(editor, { published: 'true' });
    const first = proposed({ saveKey: randomUUID() });
    const { id } = await saveProposal(contributor, post.id, first);
    expect(await saveProposal(contributor, post.id, first)).toMatchObject({ id, version: 1 });
    const edit = (version: string) => saveProposal(contributor, post.id, proposed({ id, version }));
    expect(await edit('1')).toMatchObject({ id, version: 2 });
    await expect(edit('1')).rejects.toMatchObject({ kind: 'conflict' });
    await expect(accept(editor, id)).rejects.toMatchObject({
      kind: 'not-found',
    });
    await sendProposal(contributor, id, { reason: 'x' });
    await expect(accept(editor, id)).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  test('that is over can be neither changed nor decided again', async ({ db }) => {
    const [editor, contributor] = [await contextAs(db, 'editor'), await contextAs(db, 'contributor')];
    const post = await addPost(editor, { published: 'true' });
    const id = await sent(contributor, post.id);
    await rejectProposal(editor, id, { answer: 'Too long.' });
    expect(await getProposal(contributor, id)).toMatchObject({ state: 'rejected', answer: 'Too long.' });
    for (const again of [
      () => rejectProposal(editor, id, { answer: 'x' }),
      () => withdrawProposal(contributor, id),
      () => saveProposal(contributor, post.id, proposed({ id })),
    ])
      await expect(again()).rejects.toMatchObject({ kind: 'conflict' });
  });

  test(`${proposalLimits.undecided} at once and no more, also when they come together`, async ({ own }) => {
    const contributor = await contextAs(own.db, 'contributor');
    for (let made = 2; made < proposalLimits.undecided; made += 1)
      await saveProposal(contributor, null, proposed({ version: '0' }));
    const last = await Promise.allSettled(
      Array.from({ length: 6 }, () => saveProposal(contributor, null, proposed({ version: '0' }))),
    );
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const withToken = { ...contributor, token: { id: randomUUID(), name: 'Agent' } };
    // More tokens are not more people.
    await expect(saveProposal(withToken, null, proposed({ version: '0' }))).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  test('is told by email to those who want it and may decide, and to no other', async ({ db }) => {
    const mail = { ...contextOn(db).mail, isSetUp: true };
    const contributor = await contextAs(db, 'contributor', { mail });
    const [wants, not] = [await contextAs(db, 'editor', { mail }), await contextAs(db, 'editor', { mail })];
    await updateOwnEmails(wants, { proposals: 'true' });
    await updateOwnEmails(not, { proposals: 'true' });
    await updateOwnEmails(not, { proposals: 'false' });
    await expect(updateOwnEmails(contributor, { proposals: 'true' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    const id = await sent(contributor, null, { version: '0' });
    await sendProposal(contributor, id, { reason: 'Once more.' });
    const emails = await emailsIn(db);
    expect(emails.map(({ to }) => to)).toEqual([wants.actor.email]);
    expect(emails[0]?.text).toContain(`/admin/posts/proposals/${id}`);
  });
});
