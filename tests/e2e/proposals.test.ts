import { beforeAll, expect } from 'vitest';

import { addAccount } from '#domain/accounts/roles/create-admin-account.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { createPasswords } from '#adapters/passwords.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';
import { expectSound } from './accessibility.ts';
import { expectQuiet, phone, test, visit } from './browser.ts';
import { contentOf, signIn, visitAsWriter, writerSettings } from './editor-page.ts';

const product = useProduct(writerSettings);
const contributor = { email: 'con@firm.test', password: 'correct horse battery' };
beforeAll(async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  const content = '<p>First paragraph.</p><p>Second paragraph.</p><p>Third paragraph.</p>';
  await createPost(
    ctx,
    newPost({ title: `What we do ${'x'.repeat(120)}`, slug: 'what-we-do', published: 'true', content }),
  );
  await addAccount(ctx, createPasswords(), contributor, { role: 'contributor', by: 'command line' });
});

test('a contributor proposes, an editor takes a part of it, and visitors read it after one more press', async ({
  browser,
}) => {
  const writing = await visit(browser);
  const { page } = writing;
  await signIn(page, product.origin, contributor);
  await page.goto(`${product.origin}/admin`);
  await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).click();
  expect(await page.getByRole('navigation').getByRole('link').allTextContents()).not.toContain('Users');
  expect(await page.getByRole('button', { name: 'Published' }).count()).toBe(0);
  await page.getByRole('link', { name: 'What we do' }).click();
  await page.getByRole('heading', { name: 'Propose a Change' }).waitFor();
  expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
  const content = await contentOf(page);
  // Stylesheets that come late or early do not change which rule wins.
  expect(await content.evaluate((field) => getComputedStyle(field).paddingLeft)).toBe('18px');
  await content.getByText('First paragraph.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Longer now.');
  await content.getByText('Third paragraph.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Unwanted.');
  await expectSound(page, 'the form of a proposal');
  await page.getByRole('button', { name: 'Review and Send' }).click();
  await page.getByText('Not sent').waitFor();
  await page.getByRole('button', { name: 'Send Proposal' }).click();
  await page.getByLabel('Why should the text change?').fill('It says more.');
  await page.getByRole('button', { name: 'Send Proposal' }).click();
  await page.getByText('Waiting').waitFor();
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  expectQuiet(writing);

  const deciding = await visitAsWriter(browser, product.origin);
  const editor = deciding.page;
  await editor.goto(`${product.origin}/admin/posts`);
  await editor.getByRole('link', { name: 'Proposals (1)' }).click();
  await expectSound(editor, 'the list of proposals');
  await editor.getByRole('link', { name: 'What we do' }).click();
  await editor.getByText('It says more.').waitFor();
  await editor.getByRole('checkbox', { name: 'Content, place 2 of 2' }).uncheck();
  await expectSound(editor, 'a proposal');
  await editor.setViewportSize(phone);
  await expectSound(editor, 'a proposal on a phone');
  await editor.getByRole('button', { name: 'Show as text' }).click();
  await editor.getByRole('button', { name: 'Accept' }).click();
  await editor.getByText('Accepted into the text you are editing.').waitFor();
  const isPublic = async () =>
    (await (await fetch(`${product.origin}/blog/what-we-do`)).text()).includes('Longer now.');
  expect(await isPublic()).toBe(false);
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(isPublic).toBe(true);
  await editor.getByRole('link', { name: 'Revisions' }).click();
  await editor.getByRole('link', { name: /^Proposed by con, accepted by writer/ }).waitFor();
  const shown = await (await fetch(`${product.origin}/blog/what-we-do`)).text();
  expect(shown).not.toContain('Unwanted.');
  await page.goto(`${product.origin}/admin/posts/proposals?decided`);
  await page.getByRole('row').filter({ hasText: 'What we do' }).getByText('Accepted').waitFor();
  expectQuiet(deciding);
});
