import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';

import { startMailServer, unfolded, type MailServer } from '#tests/mail-server.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { expectSound } from './accessibility.ts';
import { expectQuiet, narrow, test, visit } from './browser.ts';

const owner = { email: 'owner@firm.test', password: 'correct horse battery' };

let mail: MailServer;
let product: RunningProduct;

beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct({
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    EMAIL_TRANSPORT: 'smtp',
    SMTP_URL: mail.url,
    CONTACT_EMAIL: 'site@firm.invalid',
    NEWSLETTER_POSTAL_ADDRESS: '1 Pier Street',
    NEWSLETTER_REASON: 'You subscribed.',
  });
  const { db } = product.database;
  await sql`
    insert into subscribers (email, state, confirmed_at)
    select 'reader-' || n || '@visitor.test', 'confirmed', now() from generate_series(1, 3) n`.execute(db);
  // The domain of a test has no records in the DNS.
  await sql`update installation set newsletter_accepted =
    array['spf', 'dkim', 'dmarc', 'alignment', 'reverse-dns', 'one-click', 'unsubscribe-page']`.execute(db);
  await createPost(await contextAs(db, 'admin'), newPost({ title: 'Two ferries', published: 'true' }));
});
afterAll(async () => {
  await product.stop();
  await mail.stop();
});

test('a post from its form to the mailboxes of its subscribers, and no second time without two answers', async ({
  browser,
}) => {
  const visitor = await visit(browser);
  const { page } = visitor;
  await page.request.post(`${product.origin}/api/auth/sign-in/email`, {
    headers: { origin: product.origin },
    data: owner,
  });
  await page.goto(`${product.origin}/admin/posts`);
  await page.getByRole('link', { name: 'not emailed' }).waitFor();
  await page.getByRole('link', { name: 'Two ferries' }).click();
  await page.getByRole('link', { name: 'Email this post to subscribers' }).click();
  await page.getByText('3 subscribers will get it.').waitFor();
  await page.frameLocator('iframe').first().getByRole('heading', { name: 'Two ferries' }).waitFor();
  await expectSound(page, 'email-of-a-post');

  await page.getByRole('button', { name: 'Send me a test' }).click();
  expect(unfolded(await mail.next(owner.email))).toContain('Subject: Test: Two ferries');

  await page.getByRole('button', { name: 'Email…' }).click();
  await page.getByRole('button', { name: 'Email 3 subscribers' }).click();
  await page.getByRole('heading', { name: /^Emailed on / }).waitFor({ timeout: 30_000 });
  for (const n of [1, 2, 3]) await mail.next(`reader-${n}@visitor.test`);
  await page.getByText('All 3 subscribers have got this post already.').waitFor();

  expect(await page.getByRole('button', { name: 'Email again…' }).isDisabled()).toBe(true);
  await page.setViewportSize(narrow);
  await expectSound(page, 'email-of-a-post-sent');
  await page.goto(`${product.origin}/admin/posts`);
  await page.getByRole('link', { name: /^emailed on / }).waitFor();
  expect(mail.received.filter(({ to }) => to[0]?.startsWith('reader-'))).toHaveLength(3);
  expectQuiet(visitor);
  await visitor.close();
});
