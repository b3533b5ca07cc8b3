import { expect, test } from 'vitest';

import { defaultsOf } from '#domain/site/site-words.ts';
import { createClient } from '#tests/client.ts';
import { contactMessage, contextAs, newPost } from '#tests/factories.ts';
import { useMailServer } from '#tests/mail-server.ts';
import { ownerSettings, useOwner } from '#tests/people.ts';
import { useProduct, type RunningProduct } from '#tests/product.ts';
import { createPost } from '#tests/post-forms.ts';

const mail = useMailServer();
// The address is set in Site.
const settings = () => ({ ...mail.settings, ...ownerSettings, CONTACT_EMAIL: '' });
const first = useProduct(settings);
const second = useProduct(settings, first);
const admin = useOwner(first);

async function publish(document: 'general' | 'brand', words: Record<string, string>) {
  const values = JSON.stringify({ ...defaultsOf(document), ...words });
  const form = { intent: 'publish', values, version: '1' };
  return (await admin.post(`/admin/site/${document}.data`, form)).status;
}

test('time zone, contact address and accent of Site hold at once on every instance', async () => {
  const ctx = await contextAs(first.database.db, 'editor');
  const post = newPost({ title: 'Noon', published: true, publishedAt: '2026-01-01T12:00' });
  const { slug } = await createPost(ctx, post);
  const page = async ({ origin }: RunningProduct) => (await fetch(`${origin}/blog/${slug}`)).text();
  for (const instance of [first, second]) expect(await page(instance)).toContain('January 1, 2026');
  await createClient(second).post('/contact', contactMessage());

  expect(await publish('brand', { accentLight: '#005f73' })).toBe(200);
  const words = { name: 'Boatworks', email: 'hello@boat.test', timeZone: 'Pacific/Kiritimati' };
  expect(await publish('general', words)).toBe(200);
  for (const instance of [first, second]) {
    await expect.poll(() => page(instance), { timeout: 2_000 }).toContain('January 2, 2026');
    expect(await page(instance)).toContain('mailto:hello@boat.test');
  }
  await createClient(second).post('/contact', contactMessage({ subject: 'A second boat' }));
  const { source } = await mail.next('hello@boat.test', 'A second boat');
  expect(source).toMatch(/^From: Boatworks <hello@boat.test>/m);
  expect(source.replaceAll(/=\r?\n/g, '')).toContain('background:#005f73');
  // The message from before there was an address is in the inbox only.
  expect(mail.received.map(({ source: each }) => /^Subject: (.*)/m.exec(each)?.[1])).toHaveLength(1);
});
