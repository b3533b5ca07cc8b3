import { expect } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { desktop, expectQuiet, phone, test, visit } from './browser.ts';
import { writerSettings } from './editor-page.ts';
import { button, postTitled, savesItself, titleOf, typeBody, writer } from './writing-page.ts';

const product = useProduct(writerSettings);

const facts = {
  Client: 'Harbor Foods',
  Industry: 'Food',
  Services: 'Data\nMobile apps',
  Technologies: 'PostgreSQL\nKotlin',
  Year: '2026',
  Result: '38 %',
  Label: 'fewer returns',
  'Result 3': '2 days',
  'Label 3': 'to close a month',
  Quote: 'They asked before they built.',
  Name: 'Ann Low',
  Role: 'Head of Operations',
  Link: 'https://harbor.example/',
};

test('a case study keeps every fact through an autosave, a reload, publishing and an edit', async ({
  browser,
}) => {
  const visitor = await writer(browser, product);
  const { page } = visitor;
  const fact = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.goto('/admin/work');
  await page.getByRole('link', { name: 'New Case Study' }).click();
  await titleOf(page).fill('Fresh by noon');
  await typeBody(page, 'How it went.');
  for (const [name, words] of Object.entries(facts)) await fact(name).fill(words);
  await savesItself(page);
  await page.waitForURL('**?draft=*');
  await page.reload();
  const kept = { ...facts, 'Result 2': '2 days', 'Label 2': 'to close a month' };
  for (const [name, words] of Object.entries({ ...kept, 'Result 3': '', 'Label 3': '' }))
    await expect.poll(() => fact(name).inputValue(), { message: name }).toBe(words);
  expect(await axeViolations(page)).toEqual([]);

  await fact('Client').fill('');
  await button(page, 'Publish').click();
  await page.getByText('Please enter the client.').first().waitFor();
  await fact('Client').fill('Harbor Foods');
  await button(page, 'Publish').click();
  await page.waitForURL('**/admin/work');
  await button(page, 'Add to navigation').click();
  await page.getByText('Work is in the navigation.').waitFor();
  await button(page, 'Add to navigation').waitFor({ state: 'detached' });
  const header = async () => {
    const text = await (await page.request.get('/')).text();
    return text.slice(text.indexOf('<nav aria-label="Main"'), text.indexOf('</nav>'));
  };
  await expect.poll(header).toMatch(/\/blog".*\/work".*\/contact"/);
  await page.getByRole('link', { name: 'Fresh by noon' }).click();
  await page.getByRole('link', { name: 'View Live' }).waitFor();
  expect(await page.getByRole('link', { name: 'View Live' }).getAttribute('href')).toBe(
    '/work/fresh-by-noon',
  );
  await fact('Year').fill('2025');
  await button(page, 'Save Changes').click();
  await page.getByText('Case study updated successfully.').waitFor();
  expect(await postTitled(product, 'Fresh by noon')).toMatchObject({
    kind: 'case_study',
    published: true,
    client: 'Harbor Foods',
    services: ['Data', 'Mobile apps'],
    technologies: ['PostgreSQL', 'Kotlin'],
    year: 2025,
    results: [
      { figure: '38 %', label: 'fewer returns' },
      { figure: '2 days', label: 'to close a month' },
    ],
    quote_name: 'Ann Low',
    link: 'https://harbor.example/',
  });
  await page.goto('/admin/posts/new');
  await titleOf(page).waitFor();
  expect(await fact('Client').count()).toBe(0);
  expectQuiet(visitor);
});

test.for([desktop, phone])(
  'at $width px case studies are put in order by keys and with the pointer, and by date again',
  async (viewport, { browser }) => {
    const { db } = product.database;
    await db.deleteFrom('blog_posts').execute();
    const ctx = await contextAs(db, 'editor');
    for (const title of ['Three', 'Two', 'One'])
      await createPost(ctx, newPost({ kind: 'case_study', title, client: `${title} Inc.` }));
    const { page } = await writer(browser, product, { viewport });
    const expectOrder = async (titles: string[]) => {
      await expect.poll(() => page.locator('tbody a').allTextContents()).toEqual(titles);
      await expect
        .poll(async () => {
          const rows = await db.selectFrom('blog_posts').select(['title', 'position']).execute();
          return rows
            .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
            .map(({ title }) => title);
        })
        .toEqual(titles);
    };
    await page.goto('/admin/work');
    await button(page, 'Move One down').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('tbody a').allTextContents()).toEqual(['Two', 'One', 'Three']);
    await page.keyboard.press('Enter');
    await expectOrder(['Two', 'Three', 'One']);
    await page.getByText('Order saved.').first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move One up');

    await page
      .getByRole('row', { name: 'One' })
      .getByTitle('Drag to another place')
      .dragTo(page.getByRole('row', { name: 'Two' }));
    await expectOrder(['One', 'Two', 'Three']);
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Order by date').click();
    await button(page, 'Order by date').waitFor({ state: 'detached' });
    const { action } = await db
      .selectFrom('activity')
      .select('action')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(action).toBe('case-studies-ordered');
  },
);

test('a message that was written after reading a case study names it, and its view is counted', async ({
  browser,
}) => {
  const { db } = product.database;
  const ctx = await contextAs(db, 'editor');
  const input = newPost({ kind: 'case_study', title: 'Read last', client: 'Harbor', published: 'true' });
  const { id } = await createPost(ctx, input);
  const { page } = await visit(browser, { baseURL: product.origin });
  const counted = page.waitForRequest('**/rpc/increment_page_view');
  await page.goto('/work/read-last');
  expect((await counted).postDataJSON()).toMatchObject({ page_param: '/work/read-last' });
  await page.getByRole('link', { name: 'Get in touch' }).click();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@firm.test');
  await page.getByLabel('Subject').fill('Hello');
  await page.getByLabel('Message').fill('Something like this.');
  await button(page, 'Send Message').click();
  await page.locator('.notice.ok').waitFor();
  const stored = db.selectFrom('messages').select(['last_post_id', 'page']);
  expect(await stored.execute()).toEqual([{ last_post_id: id, page: '/work/read-last' }]);
});
