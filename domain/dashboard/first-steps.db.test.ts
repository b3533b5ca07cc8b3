import { expect } from 'vitest';

import { publishSiteDocument } from '#domain/site/write-site-document.ts';
import { sendProposal } from '#domain/proposals/send-proposal.ts';
import { addAuthenticator, addPost, contextAs, newPost } from '#tests/factories.ts';
import { saveProposal } from '#tests/post-forms.ts';
import { test } from '#tests/database.ts';
import { getDashboard } from './get-dashboard.ts';
import { dismissFirstSteps, listFirstSteps } from './first-steps.ts';

const done = async (ctx: Parameters<typeof listFirstSteps>[0]) =>
  (await listFirstSteps(ctx)).firstSteps?.filter(({ isDone }) => isDone).map(({ id }) => id);

test('the first steps tick themselves off, and leave when all are done', async ({ db }) => {
  const ctx = { ...(await contextAs(db, 'super_admin')), deliversMessages: false };
  expect(await done(ctx)).toEqual([]);
  expect((await listFirstSteps(ctx)).hasContent).toBe(false);
  const publish = (name: string) => publishSiteDocument(ctx, name, { values: '{}', version: '1' });
  await publish('general');
  expect((await listFirstSteps(ctx)).hasContent).toBe(true);
  expect(await done(ctx)).toEqual([]);
  await publish('brand');
  await publish('home');
  await addPost(ctx, { title: 'First' });
  expect(await done(ctx)).toEqual(['name', 'home', 'post']);
  for (const name of ['about', 'contact', 'privacy', 'terms', 'cookies']) await publish(name);
  await db.updateTable('installation').set({ backup_succeeded_at: new Date() }).execute();
  await addAuthenticator(db, ctx.actor.userId);
  expect(await done(ctx)).toHaveLength(8);
  const delivering = { ...ctx, deliversMessages: true };
  expect(await done(delivering)).toHaveLength(9);
  const contactEmail = 'security@firm.test';
  expect((await listFirstSteps({ ...delivering, contactEmail })).firstSteps).toBeNull();
});

test('the dashboard shows a contributor own drafts and proposals that wait, and nothing of others', async ({
  db,
  admin,
}) => {
  await addPost(admin, { title: 'Theirs' });
  const ctx = { ...(await contextAs(db, 'contributor')), deliversMessages: false };
  await addPost(ctx, { title: 'Mine' });
  await sendProposal(ctx, (await saveProposal(ctx, null, newPost({ title: 'Proposed' }))).id, {
    reason: 'Shorter.',
  });
  const { recent, proposals } = await getDashboard(ctx, (error) => expect.unreachable(String(error)));
  expect(recent?.map(({ title }) => title)).toEqual(['Mine']);
  expect(proposals?.map(({ state }) => state)).toEqual(['open']);
});

test('the first steps are dismissed by an admin, for everybody', async ({ db, admin: ctx }) => {
  await dismissFirstSteps(ctx);
  expect((await listFirstSteps(await contextAs(db, 'super_admin'))).firstSteps).toBeNull();
  const { action } = await db.selectFrom('activity').select('action').executeTakeFirstOrThrow();
  expect(action).toBe('first-steps-dismissed');
});
