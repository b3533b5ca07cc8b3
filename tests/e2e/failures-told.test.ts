import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test as plain } from 'vitest';

import { createTerm } from '#domain/taxonomy/create-term.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { onePixel } from '#tests/image-files.ts';
import { isLong } from '#tests/long.ts';
import { useProduct } from '#tests/product.ts';
import { readText } from '#tests/project.ts';
import { test } from './browser.ts';
import { visitAsWriter, writerSettings } from './editor-page.ts';
import { titleOf, untilScriptRuns } from './writing-page.ts';

/** Every row of "Failures on screens" in docs/operations.md is made to happen by a table that the server cannot read. */
const section = /## Failures on screens\n([^]*?)\n## /.exec(readText('docs/operations.md'))?.[1] ?? '';
const rows = [...section.matchAll(/^\| ([^|]+?) +\| (toast|inline|logged) +\| ([^|]*?) *\|$/gm)].map(
  ([, what = '', told = '', words = '']) => ({ what, told, words }),
);

const product = useProduct({ ...writerSettings, RATE_LIMITS: 'off' });
let postId = '';
beforeAll(async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  const { id: categoryId } = await createTerm(ctx, 'category', { name: 'Craft' });
  await createTerm(ctx, 'tag', { name: 'Wood' });
  await sql`insert into users (email, email_verified) values ('candidate@firm.test', true)`.execute(
    product.database.db,
  );
  ({ id: postId } = await addPost(ctx, { title: 'A post', published: 'true', categoryId }));
});

type Failure = {
  /** The table that is away. */
  table: string;
  /** Steps before it, while everything works. */
  before?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
};

const open = (path: string, table: string): Failure => ({ table, act: (page) => page.goto(path) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const inMenu = async (page: Page, entry: string) => {
  await press(page, 'Actions for A post');
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** A failure of storing or deleting a category or a tag. */
function ofTerm(path: string, term: string, table: string): { saving: Failure; deleting: Failure } {
  const before = (page: Page) => page.goto(path);
  const saving = async (page: Page) => {
    await press(page, `New ${term}`);
    await page.getByRole('dialog').getByLabel('Name').fill('Another');
    await confirm(page, 'Create');
  };
  const deleting = async (page: Page) => {
    await page.getByRole('button', { name: /^Delete / }).click();
    await confirm(page, 'Delete');
  };
  return { saving: { table, before, act: saving }, deleting: { table, before, act: deleting } };
}
const category = ofTerm('/admin/categories', 'Category', 'blog_categories');
const tag = ofTerm('/admin/tags', 'Tag', 'blog_tags');

/** Types into every field of a public form. */
const fillForm = (path: string) => async (page: Page) => {
  await page.goto(path);
  const form = page.locator('main form').filter({ has: page.getByLabel('Name', { exact: true }) });
  for (const field of await form.locator('input:visible:not([name="website"]), textarea:visible').all())
    await field.fill((await field.getAttribute('type')) === 'email' ? 'ada@visitor.test' : 'Some words');
  for (const select of await form.locator('select').all()) await select.selectOption({ index: 1 });
};

const reader = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const failures: Readonly<Record<string, Failure>> = {
  'the list of posts': open('/admin/posts', 'blog_posts'),
  'the list of categories': open('/admin/categories', 'blog_categories'),
  'the list of tags': open('/admin/tags', 'blog_tags'),
  'the list of admin users': open('/admin/users', 'invitations'),
  analytics: open('/admin/analytics', 'view_days'),
  'the form of a new post': open('/admin/posts/new', 'blog_categories'),
  'the form of a post, which gives way to the list': {
    table: 'blog_post_pending_changes',
    act: (page) => page.goto(`/admin/posts/edit/${postId}`),
  },
  'the choices of a filter': {
    table: 'authors',
    before: (page) => page.goto('/admin/posts'),
    act: (page) => press(page, 'Filter'),
  },
  'the users to choose from': {
    table: 'profiles',
    before: (page) => page.goto('/admin/users'),
    act: (page) => page.getByRole('button', { name: 'Add Admin' }).first().click(),
  },
  'publishing or hiding from the list': {
    table: 'activity',
    before: (page) => page.goto('/admin/posts'),
    act: (page) => inMenu(page, 'Unpublish'),
  },
  'deleting a post': {
    table: 'slug_redirects',
    before: (page) => page.goto('/admin/posts'),
    act: async (page) => {
      await inMenu(page, 'Delete');
      await confirm(page, 'Delete');
    },
  },
  'saving a new post': {
    table: 'blog_post_search',
    before: (page) => page.goto('/admin/posts/new'),
    act: async (page) => {
      await titleOf(page).fill('New');
      await press(page, 'Save Draft');
    },
  },
  'saving a post': {
    table: 'blog_post_search',
    before: (page) => page.goto(`/admin/posts/edit/${postId}`),
    act: async (page) => {
      await titleOf(page).fill('Changed');
      await press(page, 'Save Changes');
    },
  },
  'uploading an image': {
    table: 'images',
    before: (page) => page.goto(`/admin/posts/edit/${postId}`),
    act: (page) =>
      page
        .getByLabel('Featured Image', { exact: true })
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(onePixel) }),
  },
  'saving a category': category.saving,
  'deleting a category': category.deleting,
  'saving a tag': tag.saving,
  'deleting a tag': tag.deleting,
  'the preview of a post': {
    table: 'blog_post_tags',
    act: (page) => page.goto(`/admin/posts/preview/${postId}`),
  },
  'a figure of the dashboard': open('/admin', 'blog_tags'),
  'a post of the blog': open('/blog/a-post', 'blog_post_tags'),
  'the list of the blog, shown as an empty one': open('/blog', 'blog_posts'),
  'a message of a visitor': {
    table: 'messages',
    before: fillForm('/contact'),
    act: (page) => press(page, 'Send Message'),
  },
  'an application': {
    table: 'messages',
    before: fillForm('/jv-program'),
    act: (page) => press(page, 'Submit Application'),
  },
  'counting a view': {
    table: 'visits_today',
    act: () =>
      fetch(`${product.origin}/rpc/increment_post_view`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': reader },
        body: JSON.stringify({ post_id_param: postId, ip_address_param: null, user_agent_param: reader }),
      }),
  },
};

plain('docs/operations.md lists each failure that is tried, and no other', () => {
  expect(rows.map(({ what }) => what)).toEqual(Object.keys(failures));
});

describe('a failure', () => {
  // `npm test` makes every second one happen.
  for (const { what, told, words } of isLong ? rows : rows.filter((_, index) => index % 2 === 0))
    test(`of ${what} is ${told === 'logged' ? 'only logged' : `told ${told === 'toast' ? 'by a toast' : 'inline'}: ${words}`}`, async () => {
      const failure = failures[what];
      if (!failure) throw new Error('There is no such failure.');
      const { table } = failure;
      const { page, complaints } = await visitAsWriter(product, {});
      const { db } = product.database;
      await failure.before?.(page);
      if (failure.before)
        await (page.url().includes('/admin/') ? untilScriptRuns(page) : page.waitForLoadState('load'));
      const logged = product.output().length;
      await sql`alter table ${sql.table(table)} rename to away`.execute(db);
      try {
        await failure.act(page);
        const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
        if (told === 'toast') {
          await toasts.getByText(words, { exact: true }).waitFor();
          expect(await toasts.getByText('Error', { exact: true }).count()).toBe(1);
        } else {
          if (told === 'inline')
            await page.locator('main').getByText(words, { exact: true }).first().waitFor();
          expect(await toasts.count()).toBe(0);
          expect(await page.getByText(/^Failed to/).count()).toBe(told === 'inline' && words !== '—' ? 1 : 0);
        }
        await expect.poll(() => product.output().slice(logged)).toMatch(/"level":"(?:error|warn)"/);
      } finally {
        await sql`alter table away rename to ${sql.table(table)}`.execute(db);
        complaints.splice(0);
      }
    });
});
