import { randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';

import { beforeAll, expect, test } from 'vitest';

import { emptyState } from '#domain/posts/post-state.ts';
import { storePost } from '#domain/posts/store-post.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { createTag } from '#domain/taxonomy/create-term.ts';
import { readDemonstration } from '../../scripts/seed/demonstration.ts';
import { useProduct } from '#tests/product.ts';
import { askRaw } from '#tests/raw-request.ts';
import budget from './byte-budget.json' with { type: 'json' };

const product = useProduct();

beforeAll(async () => {
  const author = await contextAs(product.database.db, 'editor');
  const tag = await createTag(author, { name: 'Agents' });
  const { posts, caseStudies } = await readDemonstration();
  const slugs = [
    'pricing-a-joint-venture',
    'what-a-good-handover-contains',
    'the-keyboard-tour',
    'full-text-search-with-postgresql',
    'the-clinic-that-wanted-fewer-reminders',
    'writing-decisions-down',
    'retiring-a-feature-kindly',
  ];
  for (const [index, slug] of slugs.entries()) {
    const content = posts.find((post) => post.slug === slug)?.html;
    const title = slug.replaceAll('-', ' ');
    const excerpt = `What ${title} means, in a summary of the usual length.`;
    const publishedAt = `2026-01-0${index + 1}T08:00`;
    const fields = { slug, title, excerpt, content, publishedAt };
    const featured = String(index < 2);
    await addPost(author, { ...fields, tagIds: [tag.id], published: 'true', featured });
  }
  for (const { title, slug, fields, html: content } of caseStudies) {
    const text = { ...emptyState('case_study'), ...fields, title, slug, content, clientLogo: null };
    const study = { ...text, socialImage: null, tagIds: [tag.id], published: true };
    await storePost(author, null, study, { creationKey: randomUUID() });
  }
});

/** Compressed bytes of a page and of the style sheets, scripts and fonts it loads, without images and icons. */
test.each(Object.entries(budget))('%s stays within its bytes and requests', async (path, allowed) => {
  const page = await fetchRaw(path);
  const tags = page.text.match(/<(?:link|script)\b[^>]*>/g) ?? [];
  const fetched = tags.filter((tag) => /rel="(?:stylesheet|preload)"|\ssrc="/.test(tag));
  const addresses = new Set(fetched.map((tag) => /(?:href|src)="([^"]*)"/.exec(tag)?.[1] ?? ''));
  const parts = await Promise.all([...addresses].map(fetchRaw));
  const script = parts.filter(({ type }) => type.includes('javascript'));
  const sum = (of: { bytes: number }[]) => of.reduce((total, { bytes }) => total + bytes, 0);

  expect(page.text).toContain('</html>');
  expect(parts.some(({ type }) => type.includes('css'))).toBe(true);
  expect(script.length).toBeGreaterThan(0);
  expect(1 + parts.length).toBeLessThanOrEqual(allowed.requests);
  expect(sum([page, ...parts])).toBeLessThanOrEqual(allowed.bytes);
  expect(sum(script)).toBeLessThanOrEqual(allowed.script);
  for (const { type, text } of parts) {
    if (/css|javascript/.test(type)) expect(text).not.toMatch(/@import|\bimport\s*[("']/);
  }
});

/** Not `fetch`, which decompresses and hides the number of bytes received. */
async function fetchRaw(path: string): Promise<{ bytes: number; type: string; text: string }> {
  const options = { headers: { 'accept-encoding': 'br' } };
  const { headers, body } = await askRaw(product.origin, path, options);
  const isPacked = headers['content-encoding'] === 'br';
  return {
    bytes: body.byteLength,
    type: headers['content-type'] ?? '',
    text: (isPacked ? brotliDecompressSync(body) : body).toString(),
  };
}
