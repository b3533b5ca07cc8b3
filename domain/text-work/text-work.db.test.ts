import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { findAddressOfKind } from '#domain/posts/find-address-of-kind.ts';
import { emptyState } from '#domain/posts/post-state.ts';
import { publicMarkdown } from '#domain/posts/public-markdown.ts';
import { refreshDerived } from '#domain/posts/refresh-derived.ts';
import { storePost } from '#domain/posts/store-post.ts';
import { getProposal } from '#domain/proposals/get-proposal.ts';
import { saveProposal } from '#domain/proposals/save-proposal.ts';
import { useDatabase } from '#tests/database.ts';
import { contextAs, contextOn } from '#tests/factories.ts';
import { doTextJob, type TextJob } from './text-work.ts';

const database = useDatabase();

const long = `${'<p>One of many words.</p>'.repeat(3_000)}<p><a href="/about">About</a></p>`;

/** Work that a process of its own would do: its kinds, in turn. */
function recorded() {
  const kinds: string[] = [];
  const workOnText = (job: TextJob) => (kinds.push(job.kind), doTextJob(job));
  return { kinds, workOnText };
}

const noWork = {
  workOnText: async () => {
    throw new Error('Nothing is worked on elsewhere.');
  },
};

const write = (content: string) => ({ ...emptyState('post'), title: 'Long', excerpt: 'E', content });
const key = () => ({ creationKey: randomUUID() });

async function markdownFor(slug: string, work: Parameters<typeof contextOn>[1]) {
  const visitor = contextOn(database.db, work);
  const address = await findAddressOfKind(visitor, 'post', slug);
  return address.kind === 'found' && publicMarkdown(visitor, address.post);
}

test('the Markdown of a long public text is written once, when the text is saved, and kept', async () => {
  const { kinds, workOnText } = recorded();
  const admin = await contextAs(database.db, 'admin', { workOnText });
  const { id, slug } = await storePost(admin, null, { ...write(long), published: true }, key());
  expect(kinds).toEqual(['prepare']);
  const kept = await markdownFor(slug, noWork);
  expect(kept).toMatch(/words\.\n\n\[About\]\(http:\/\/firm\.test\/about\)\n$/);

  // A text that was written without the application has none until it is made anew.
  await database.db
    .updateTable('blog_posts')
    .set({ content: `${long}<p>More.</p>` })
    .where('id', '=', id)
    .execute();
  await expect(markdownFor(slug, noWork)).rejects.toThrow('Nothing is worked on');
  expect(await markdownFor(slug, { workOnText })).toContain('More.');
  await refreshDerived(contextOn(database.db), new AbortController().signal);
  expect(await markdownFor(slug, noWork)).toContain('More.');
});

test('a long body of a screen is cleaned in a process of its own, and a short one where it is', async () => {
  const { kinds, workOnText } = recorded();
  const contributor = await contextAs(database.db, 'contributor', { workOnText });
  await saveProposal(contributor, null, write('<p>Short.</p>'), key());
  expect(kinds).toEqual([]);
  const { id } = await saveProposal(contributor, null, write(long), key());
  expect(kinds).toEqual(['clean']);
  expect((await getProposal(contributor, id)).proposed.content).toBe(long);
  expect(kinds).toEqual(['clean', 'clean']);
});

test('a text that ends its process is found by the search all the same', async () => {
  const admin = await contextAs(database.db, 'admin');
  const { slug } = await storePost(admin, null, { ...write(`<p>zebra</p>${long}`), published: true }, key());
  await database.db.updateTable('blog_post_search').set({ made_by: '' }).execute();
  expect(await refreshDerived(contextOn(database.db, noWork), new AbortController().signal)).toBeGreaterThan(
    0,
  );
  await expect(markdownFor(slug, noWork)).rejects.toThrow('Nothing is worked on');
  expect(await markdownFor(slug, {})).toContain('zebra');
});
