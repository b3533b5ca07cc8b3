import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { matchPath } from 'react-router';
import { afterAll, beforeAll, expect } from 'vitest';

import { documentNames } from '#domain/site/site-words.ts';
import { saveSiteDraft } from '#domain/site/write-site-document.ts';
import { createCategory, createTag, createTerm } from '#domain/taxonomy/create-term.ts';
import { listRoutes } from '#tests/access/routes.ts';
import { addPost, contextAs, newPost } from '#tests/factories.ts';
import { photograph } from '#tests/image-files.ts';
import { type RunningProduct, startProduct } from '#tests/product.ts';
import { storePastViews } from '#tests/views.ts';
import { updatePost } from '#tests/post-forms.ts';
import { soundFindings } from './accessibility.ts';
import { narrow, test, visit } from './browser.ts';
import { uploadFrom, visitAsWriter, writerSettings } from './editor-page.ts';
import { lostEarly } from './held-scripts.ts';

const longWord = 'Donaudampfschifffahrtsgesellschaft';

let empty: RunningProduct;
let filled: RunningProduct;
let ids: Record<'post' | 'draft' | 'page' | 'author' | 'message', string>;

beforeAll(async () => {
  [empty, filled] = await Promise.all([startProduct(writerSettings), startProduct(writerSettings)]);
  ids = await fill(filled);
});
afterAll(() => Promise.all([empty.stop(), filled.stop()]));

/** Titles of one character and of one very long word, more than a page of everything. */
async function fill({ database: { db } }: RunningProduct): Promise<typeof ids> {
  const ctx = await contextAs(db, 'admin');
  const add = (fields: Record<string, unknown>) => addPost(ctx, fields);
  const category = await createCategory(ctx, { name: longWord.repeat(2), description: longWord.repeat(3) });
  const tag = await createTag(ctx, { name: longWord.repeat(2) });
  for (let n = 1; n <= 25; n += 1) {
    await createCategory(ctx, { name: `C${n}` });
    await createTag(ctx, { name: `T${n}` });
    await add({ title: `P${n}`, published: 'true', categoryId: category.id });
  }
  const texts = { categoryId: category.id, tagIds: [tag.id], excerpt: longWord.repeat(3) };
  const table = `<table><tbody><tr>${'<td><p>x</p></td>'.repeat(9)}</tr></tbody></table>`;
  const long = { ...texts, title: longWord.repeat(4), content: `<p>${longWord.repeat(3)}</p>${table}` };
  const { id: draft } = await add(long);
  await updatePost(ctx, draft, newPost({ ...long, content: `<p>Other words.</p>${table}`, version: '1' }));
  await add({ title: 'S', published: 'true', publishedAt: '2999-01-01' });
  const { id: post } = await add({ ...texts, title: 'I', published: 'true' });
  const { id: author } = await createTerm(ctx, 'author', {
    name: longWord,
    role: longWord.repeat(2),
    links: [{ label: longWord, address: `https://ann.example/${longWord.repeat(3)}` }],
    userId: ctx.actor.userId,
  });
  await createTerm(ctx, 'author', { name: 'Ann' });
  await add({ title: 'By an author', publicAuthorId: author });
  await add({ title: longWord.repeat(4), kind: 'page' });
  await add({ title: 'Boats', kind: 'case_study', client: longWord.repeat(3) });
  for (let n = 1; n <= 20; n += 1) await add({ title: `Page ${n}`, kind: 'page' });
  const { id: page } = await add({ title: 'Imprint', kind: 'page', published: 'true' });
  const renamed = { title: 'Imprint of us', kind: 'page', published: 'true', version: '1' };
  await updatePost(ctx, page, newPost(renamed));
  for (const mission of [longWord.repeat(8), 'Boats.']) {
    const row = await db.selectFrom('site_documents').select('version').executeTakeFirst();
    const words = { values: JSON.stringify({ mission }), version: row?.version ?? 1 };
    await saveSiteDraft(ctx, 'about', words, 'save');
  }
  const at = new Date(Math.floor(Date.now() / 1000) * 1000 - 3_600_000);
  const longHost = `${'long.'.repeat(12)}example`;
  const sources = [
    { referrerHost: longHost, campaign: longWord.toLowerCase(), device: 'mobile' as const },
    { referrerHost: 'a.example', campaign: 'b', device: 'desktop' as const },
  ];
  await storePastViews(
    db,
    Array.from({ length: 40 }, (_, n) => ({
      postId: n % 3 === 0 ? draft : post,
      // Some in the period before, so that the change is told.
      at: new Date(at.getTime() - (n > 36 ? 40 : Math.floor(n / 10)) * 86_400_000 - n * 1000),
      ...sources[n % 2],
    })),
  );
  await sql`
    insert into messages (kind, name, email, subject, message, industry, business_stage, page, campaign, status,
      content_hash, text_hash)
    select case when n % 2 = 0 then 'contact' else 'application' end, 'Ada ' || ${longWord}::text,
      'first-name.last-name' || n || '@harbor-authority.test', 'S' || n, ${longWord.repeat(4)}::text,
      case when n % 2 = 1 then 'Ferries' end, case when n % 2 = 1 then 'startup' end, '/contact', ${longWord}::text,
      'new', sha256(n::text::bytea), sha256(n::text::bytea)
    from generate_series(1, 30) n`.execute(db);
  await sql`
    insert into subscribers (email, state, page, confirmed_at)
    select ${longWord}::text || n || '@harbor.test', 'confirmed', '/blog', now()
    from generate_series(1, 60) n`.execute(db);
  await sql`
    insert into redirect_rules (source, is_prefix, status, target, hits, last_hit_at)
    select '/' || lower(${longWord}::text) || n, n % 3 = 0, case when n % 5 = 0 then 410 else 301 end,
      case when n % 5 <> 0 then 'https://other.test/' || repeat(${longWord}::text, 4) end, n, now()
    from generate_series(1, 8) n`.execute(db);
  await sql`
    insert into missing_pages (path, visits, referrers)
    select '/' || repeat(lower(${longWord}::text), 3) || n, n % 4 + 1, array['https://other.test/' || ${longWord}::text]
    from generate_series(1, 8) n
    union all select '/blog/p11-old', 9, '{}'`.execute(db);
  const message = await db.selectFrom('messages').select('id').executeTakeFirstOrThrow();
  return { post, draft, page, author, message: message.id };
}

/** A screen, or what is opened on it. */
type State = string | [path: string, name: string, open: (page: Page) => Promise<void>];

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const pressInMenu = (item: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: /^(?:Actions for|More actions)/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};
const failing = (table: string) => async (page: Page) => {
  const { db } = filled.database;
  await sql`alter table ${sql.table(table)} rename to away`.execute(db);
  await page.reload();
  await sql`alter table away rename to ${sql.table(table)}`.execute(db);
};

const paths = (all: string): string[] => all.trim().split(/\s+/);

const emptyStates = paths(`
  /admin /admin/analytics /admin/posts /admin/categories /admin/tags /admin/authors /admin/media /admin/messages
  /admin/messages?folder=spam /admin/messages/delivery /admin/subscribers /admin/redirects /admin/redirects/missing
  /admin/activity?q=nothing /admin/users /admin/work /admin/site /admin/account /admin/no-such-screen`);

const filledStates: Record<string, () => State[]> = {
  'the dashboard and Analytics': () => [
    ...paths('/admin /admin/analytics /admin/analytics?page=2&period=7'),
    ['/admin/analytics', 'a definition', press('What Total Views means')],
  ],
  'the posts list': () => [
    ...paths(`/admin/posts /admin/posts?page=2 /admin/posts?q=nothing+like+it
      /admin/posts?status=published&category=c1 /admin/posts/proposals`),
    ['/admin/posts', 'filter', press('Filter')],
    ['/admin/posts', 'menu', press(/^Actions for/)],
    ['/admin/posts', 'selected', async (page) => page.getByLabel('Select all on this page').check()],
    ['/admin/posts', 'delete', pressInMenu('Delete')],
    [
      '/admin/posts',
      'delete selected',
      async (page) => {
        await page.getByLabel('Select all on this page').check();
        await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
      },
    ],
    ['/admin/posts', 'failed', failing('blog_posts')],
  ],
  'the screens of a post': () => [
    ...paths(`/admin/posts/new /admin/posts/edit/${ids.post} /admin/posts/edit/${ids.draft}
      /admin/posts/edit/${ids.draft}/revisions /admin/posts/preview/${ids.post} /admin/posts/preview/${ids.draft}`),
    ['/admin/posts/new', 'without a title', press('Publish')],
    [
      '/admin/posts/new',
      'shortcuts',
      async (page) => {
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
      },
    ],
    ['/admin/posts/new', 'calendar', press('Pick a date')],
  ],
  'categories, tags and media': () => [
    ...paths(`/admin/categories /admin/categories?q=nothing /admin/tags /admin/tags?page=2 /admin/authors
      /admin/authors/new /admin/authors/${ids.author} /admin/media`),
    ['/admin/categories', 'new', press('New Category')],
    ['/admin/categories', 'edit', press(/^Edit /)],
    ['/admin/categories', 'delete', press(/^Delete /)],
    ['/admin/categories', 'merge', press(/^Merge /)],
    ['/admin/authors', 'merge', press(/^Merge /)],
    ['/admin/authors', 'delete', press(/^Delete /)],
    ['/admin/media', 'image', async (page) => page.locator('main li button').first().click()],
  ],
  'redirects, missing pages and webhooks': () => [
    ...paths('/admin/redirects /admin/redirects?q=nothing /admin/redirects/missing'),
    ['/admin/webhooks', 'new', press('New Webhook')],
    ['/admin/redirects', 'new', press('New Redirect')],
    ['/admin/redirects', 'delete', press(/^Delete /)],
    ['/admin/redirects/missing', 'other target', press(/^Create redirect/)],
    ['/admin/redirects', 'failed', failing('redirect_rules')],
  ],
  'plain pages and case studies': () =>
    paths(`/admin/work /admin/posts/new?kind=case_study /admin/posts/new?kind=page /admin/posts/edit/${ids.page}
      /admin/posts/edit/${ids.page}/revisions /admin/posts/preview/${ids.page}`),
  'the words of the site': () => [
    ...paths('/admin/site /admin/site?page=2 /admin/site?q=nothing /admin/site/about/revisions'),
    ...documentNames.map((name) => `/admin/site/${name}`),
    ['/admin/site', 'delete a page', pressInMenu('Delete')],
    [
      '/admin/site/about',
      'refused words',
      async (page) => {
        await page.getByLabel('Mission', { exact: true }).fill('');
        await press('Add person')(page);
        await press('Publish')(page);
        await page.getByText('Please enter role.').first().waitFor();
      },
    ],
    [
      '/admin/site/brand',
      'refused logo',
      async (page) => {
        await press('Choose an image')(page);
        const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>');
        const file = { name: `${longWord.repeat(3)}.svg`, mimeType: 'image/svg+xml', buffer };
        await page.getByLabel('Images to upload').setInputFiles(file);
        await page.getByText('This SVG shows nothing.').waitFor();
      },
    ],
  ],
  'messages, subscribers, users and activity': () => [
    ...paths(`/admin/messages /admin/messages?page=2 /admin/messages?q=nothing /admin/messages/${ids.message}
      /admin/messages/delivery /admin/subscribers /admin/newsletter /admin/newsletter/sent /admin/users
      /admin/users?q=nothing /admin/activity /admin/account /admin/account?tab=sign-in /admin/account?tab=sessions
      /admin/account?tab=tokens`),
    ['/admin/messages', 'erase', pressInMenu('Erase a Person')],
    [`/admin/messages/${ids.message}`, 'delete', pressInMenu('Delete')],
    ['/admin/subscribers', 'import', press('Import CSV')],
    ['/admin/users', 'add', press('Add Admin')],
    ['/admin/users', 'remove', press(/^Delete admin-/)],
  ],
};

/** The violations of the policy that the page was sent with. */
const isViolation = (complaint: string) => complaint.startsWith('violation: ');

async function findingsOf(page: Page, states: readonly State[]): Promise<string[]> {
  const findings: string[] = [];
  for (const state of states) {
    const [path, what, open] = typeof state === 'string' ? [state] : state;
    const name = what === undefined ? path : `${path}, ${what}`;
    await page.goto(path);
    await page.locator('main h1').first().waitFor();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await open?.(page).catch((error: unknown) => findings.push(`${name}: ${String(error)}`));
    findings.push(...(await soundFindings(page, name)));
  }
  return findings;
}

test('the address of a sender is cut at its end, never at a hyphen', async () => {
  const { page } = await visitAsWriter(filled, { path: '/admin/messages', viewport: narrow });
  const lines = await page.getByText(/^first-name/).evaluateAll((all) =>
    all.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }),
  );
  expect(new Set(lines)).toEqual(new Set([1]));
});

test('the screens of an empty site have no finding of axe, keep to their policy and fit 320 px', async () => {
  const { page, complaints } = await visitAsWriter(empty);
  expect(await findingsOf(page, emptyStates)).toEqual([]);
  expect(complaints.splice(0).filter(isViolation)).toEqual([]);
});

test.for(Object.entries(filledStates))('every state of %s is sound and fits 320 px', async ([, states]) => {
  const { page, complaints } = await visitAsWriter(filled);
  const place = `editor-images?name=${longWord.repeat(3)}.jpg`;
  for (const seed of [700, 701])
    await uploadFrom(page, filled.origin, await photograph(300, 200, 'jpeg', seed), place);
  expect(await findingsOf(page, states())).toEqual([]);
  expect(complaints.splice(0).filter(isViolation)).toEqual([]);
});

/** Screens without a field, those that only an emailed link or a provider of sign-in leads to, and one proposal. */
const notWalked =
  /^\/admin\/(?:\*|login\/|email-change|second-factor|setup|reset-password|confirm|invitation|prove|posts\/edit\/:id\/email|posts\/import|posts\/proposals\/)/;

const walkedPaths = (states: readonly State[]) => [
  ...new Set(states.map((state) => (typeof state === 'string' ? state : state[0]))),
];
const signedOutPaths = ['/admin/login', '/admin/forgot-password'];

test('the walk with held scripts goes to every screen of the admin', async () => {
  const walked = [
    ...Object.values(filledStates).flatMap((states) => walkedPaths(states())),
    ...signedOutPaths,
  ];
  const screens = (await listRoutes()).filter(
    ({ path, file }) =>
      path.startsWith('/admin') &&
      /admin\/.*\.tsx$/.test(file) &&
      !file.includes('public') &&
      !notWalked.test(path),
  );
  expect(screens.length).toBeGreaterThan(25);
  expect(
    screens
      .filter(({ path }) => !walked.some((one) => matchPath(path, one.split('?')[0] ?? '')))
      .map(({ path }) => path),
  ).toEqual([]);
});

test.for(Object.entries(filledStates))(
  'what is put into the fields of %s before the scripts have run is shown and kept, and no button looks as if it worked',
  { timeout: 240_000 },
  async ([, states]) => {
    const { page } = await visitAsWriter(filled);
    expect(await lostEarly(page, walkedPaths(states()))).toEqual([]);
  },
);

test('what is typed at the sign-in screens before the scripts have run is kept', async () => {
  const { page } = await visit({ baseURL: filled.origin });
  expect(await lostEarly(page, signedOutPaths)).toEqual([]);
});
