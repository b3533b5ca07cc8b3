import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { cleanHtml } from '#domain/html/html.ts';
import { importItem } from '#domain/imports/import-item.ts';
import { findNeeds, prepareItem } from '#domain/imports/prepare-item.ts';
import { acceptProposal } from '#domain/proposals/decide-proposal.ts';
import { saveProposal } from '#domain/proposals/save-proposal.ts';
import { sendProposal } from '#domain/proposals/send-proposal.ts';
import { articlesMissing, readArticles } from '#tests/articles.ts';
import { test } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { isLong } from '#tests/long.ts';
import { readDemonstration } from '../../scripts/seed/demonstration.ts';
import { autosavePost } from './autosave-post.ts';
import { duplicatePost } from './duplicate-post.ts';
import { getPost } from './get-post.ts';
import { listPostRevisions } from './list-post-revisions.ts';
import { emptyState } from './post-state.ts';
import { restorePost } from './restore-post.ts';
import { storePost } from './store-post.ts';

type Context = Awaited<ReturnType<typeof contextAs>>;

/** The stored body on each way into a post. */
async function storedBy(ctx: Context, html: string): Promise<Record<string, string>> {
  const text = { ...emptyState('post'), title: 'A text', content: html };
  const contentOf = async (id: string) => (await getPost(ctx, id)).content;
  const { id } = await storePost(ctx, null, text, { creationKey: randomUUID() });
  const saved = await contentOf(id);
  await autosavePost(ctx, id, { ...text, content: '<p>Other</p>' }, { version: 1 });
  const [revision] = await listPostRevisions(ctx, id);
  await restorePost(ctx, id, { revision: revision?.id ?? '', parts: ['content'] }, { version: 2 });
  const restored = await contentOf(id);
  const copied = await contentOf((await duplicatePost(ctx, { id, creationKey: randomUUID() })).id);
  const proposal = await saveProposal(ctx, null, text, { creationKey: randomUUID() });
  await sendProposal(ctx, proposal.id, { reason: 'New' });
  const places = Array.from({ length: 10_000 }, (_, index) => index);
  const accepted = await contentOf(
    await acceptProposal(ctx, proposal.id, { version: 1, fields: ['title'], places }, {}),
  );
  return { saved, restored, copied, accepted, imported: importedBody(ctx, saved) };
}

/** A clean body as an import stores it whose links and images lead where they led. */
function importedBody(ctx: Context, html: string): string {
  const item = importItem({ id: '1', place: '1', title: 'A text', html });
  const planned = {
    key: randomUUID(),
    kind: 'post',
    slug: 'a',
    path: null,
    isThere: false,
    postId: null,
  } as const;
  const { images } = findNeeds(item, () => ({ reason: '' }));
  const same = new Map(images.map(({ address }) => [address, { src: address }]));
  const settings = { planned, site: '', timeZone: 'UTC', isDayFirst: false, now: ctx.now() };
  return prepareItem(item, { images: same, links: new Map() }, settings).state.content;
}

async function expectSame(ctx: Context, bodies: readonly string[]) {
  expect(bodies.length).toBeGreaterThan(0);
  for (const html of bodies) {
    const content = cleanHtml(html);
    const same = { saved: content, restored: content, copied: content, accepted: content, imported: content };
    expect(await storedBy(ctx, html)).toEqual(same);
  }
}

test('the demonstration is the same, byte for byte, however it is stored', async ({ db }) => {
  const { posts, caseStudies } = await readDemonstration();
  await expectSame(
    await contextAs(db, 'editor'),
    [...posts, ...caseStudies].filter((_, index) => isLong || index % 5 === 0).map(({ html }) => html),
  );
});

test.skipIf(articlesMissing)(
  'articles are the same, byte for byte, however they are stored',
  { timeout: 600_000 },
  async ({ db }) => {
    const articles = readArticles().filter((_, index) => isLong || index % 60 === 0);
    await expectSame(
      await contextAs(db, 'editor'),
      articles.map(({ html }) => html),
    );
  },
);
