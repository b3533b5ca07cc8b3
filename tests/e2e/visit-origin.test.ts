import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { expectQuiet, test, visit } from './browser.ts';

let product: RunningProduct;
let post: { id: string; slug: string };

beforeAll(async () => {
  product = await startProduct();
  const ctx = await contextAs(product.database.db, 'editor');
  post = await createPost(ctx, newPost({ title: 'A read post', published: 'true' }));
});
afterAll(() => product.stop());

async function sendContactForm(page: Page, name: string): Promise<void> {
  for (const label of ['Name', 'Subject', 'Message']) await page.getByLabel(label).fill(name);
  await page.getByLabel('Email').fill('visitor@pier.test');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByText("Message sent successfully. We'll be in touch soon!").waitFor();
}

function originOf(name: string) {
  return product.database.db
    .selectFrom('messages')
    .select(['page', 'campaign', 'referrer_host', 'last_post_id'])
    .where('name', '=', name)
    .executeTakeFirst();
}

test('a message after several pages has the first foreign host, the campaign and the last post of the visit', async ({
  browser,
}) => {
  const visitor = await visit(browser);
  const { page } = visitor;
  await page.goto(`${product.origin}/blog/${post.slug}?utm_source=LinkedIn`, {
    referer: 'https://www.linkedin.com/feed/',
  });
  await page.getByRole('link', { name: 'About' }).first().click();
  await page.waitForURL(`${product.origin}/about`);
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await page.waitForURL(`${product.origin}/contact`);
  await sendContactForm(page, 'From LinkedIn');
  expect(await originOf('From LinkedIn')).toEqual({
    page: '/about',
    campaign: 'linkedin',
    referrer_host: 'linkedin.com',
    last_post_id: post.id,
  });

  // In this tab only: no cookie, nothing that outlives it, nothing in another tab.
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  const other = await page.context().newPage();
  await other.goto(`${product.origin}/contact`);
  await sendContactForm(other, 'In another tab');
  expect(await originOf('In another tab')).toMatchObject({
    campaign: '',
    referrer_host: '',
    last_post_id: null,
  });
  expectQuiet(visitor);
  await visitor.close();
});

test('a direct landing on the form keeps the foreign host, also where the browser keeps nothing', async ({
  browser,
}) => {
  const { page, close } = await visit(browser);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Not allowed.', 'SecurityError');
      },
    });
  });
  await page.goto(`${product.origin}/contact?utm_campaign=Autumn&utm_source=news`, {
    referer: 'https://news.example/item',
  });
  await sendContactForm(page, 'Direct');
  expect(await originOf('Direct')).toEqual({
    page: '/contact',
    campaign: 'autumn',
    referrer_host: 'news.example',
    last_post_id: null,
  });
  await close();
});

test('without script the address of the form still names the campaign', async ({ browser }) => {
  const { page, close } = await visit(browser, { javaScriptEnabled: false });
  await page.goto(`${product.origin}/contact?utm_source=Newsletter`);
  await sendContactForm(page, 'Without script');
  expect(await originOf('Without script')).toMatchObject({ page: '/contact', campaign: 'newsletter' });
  await close();
});
