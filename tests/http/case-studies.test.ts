import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';

import type { DomainContext } from '#app/http/request-context.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { createTag } from '#domain/taxonomy/create-term.ts';
import { createClient, createOwner } from '#tests/client.ts';
import { addPost, contextAs, newPost } from '#tests/factories.ts';
import { photograph } from '#tests/image-files.ts';
import { useProduct } from '#tests/product.ts';
import { factsIn, feedErrors, structuredDataErrors } from '#tests/published-rules.ts';
import { createPost, updatePost } from '#tests/post-forms.ts';
import { upload } from '#tests/uploads.ts';

const product = useProduct();
const visitor = createClient(product);
let ctx: DomainContext;
beforeAll(async () => {
  ctx = await contextAs(product.database.db, 'editor');
});

const caseStudy = (title: string, fields: Record<string, unknown> = {}) =>
  newPost({ kind: 'case_study', title, client: `${title} Inc.`, ...fields });
const whole = {
  excerpt: 'Fewer no-shows.',
  content: '<h2>Before</h2><p>Letters.</p>',
  industry: 'Health Care',
  services: 'Design\nData',
  technologies: 'PostgreSQL',
  year: '2025',
  results: JSON.stringify([
    { figure: '−38%', label: 'no-shows' },
    { figure: '11', label: 'weeks' },
  ]),
  quote: 'They listened.',
  quoteName: 'Ann Moss',
  quoteRole: 'COO',
  link: 'https://clinic.example/',
};
const textOf = async (path: string) => (await visitor.get(path)).text();
const statusOf = async (path: string) => (await visitor.get(path)).status;

test('case studies are found once one is public, by their facts, and under the address that they have now', async () => {
  const { id } = await createPost(ctx, caseStudy('Clinic', whole));
  expect([await statusOf('/work'), await statusOf('/work/clinic')]).toEqual([404, 404]);
  await setPublished(ctx, { ids: [id], published: 'true' });
  await expect.poll(() => statusOf('/work')).toBe(200);
  await createPost(
    ctx,
    caseStudy('Ferry', { industry: 'Travel', services: 'Old code, renewed', published: 'true' }),
  );
  await createPost(ctx, caseStudy('Later', { published: 'true', publishedAt: '2999-01-01' }));

  await expect.poll(() => textOf('/work')).toContain('Ferry Inc.');
  const list = await textOf('/work');
  expect(list).toContain('href="/work?industry=health-care"');
  expect(list).toContain('<strong>−38%</strong> no-shows');
  expect(list).not.toContain('Later');
  const filtered = await textOf('/work?service=design');
  expect([filtered.includes('Clinic Inc.'), filtered.includes('Ferry Inc.')]).toEqual([true, false]);
  expect(await statusOf('/work?service=none')).toBe(404);

  const home = await textOf('/');
  expect(home).toMatch(/>Contact<\/a> <a href="\/work">Work</);
  expect(home).toContain('<a href="/work?service=old-code-renewed">');
  const page = await textOf('/work/clinic');
  const inOrder = ['<h1', 'post-image', '−38%', 'They listened.', 'More facts', 'PostgreSQL', 'Letters.'];
  const body = page.slice(page.indexOf('<article'));
  const places = inOrder.map((part) => body.indexOf(part));
  expect(places.toSorted((one, other) => one - other)).toEqual(places);
  expect(places).not.toContain(-1);
  for (const said of [
    'Clinic Inc.',
    'Health Care',
    '>Design</dd><dd dir="auto">Data</dd>',
    'PostgreSQL',
    '2025',
    '−38%',
    'They listened.',
    'Ann Moss, COO',
    'https://clinic.example/',
    'href="/work/ferry"',
    'href="/contact"',
  ])
    // prettier-ignore
    expect(page).toContain(said);
  expect(structuredDataErrors(page)).toEqual([]);
  expect(JSON.stringify(factsIn(page))).toContain('"about":{"@type":"Organization","name":"Clinic Inc."');
  expect(await textOf('/sitemap.xml')).toMatch(/\/work<[^]*\/work\/clinic</);

  await updatePost(ctx, id, {
    ...caseStudy('Clinic', { ...whole, slug: 'clinics', published: 'true' }),
    version: 2,
  });
  await expect.poll(() => statusOf('/work/clinics')).toBe(200);
  const moved = await visitor.get('/work/clinic?utm_source=x');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/work/clinics?utm_source=x']);
});

test('home, posts like it and a feed show a case study, and its card follows its client', async () => {
  const { id: tag } = await createTag(ctx, { name: 'Ships' });
  await addPost(ctx, { title: 'Beside', tagIds: [tag], published: 'true' });
  const { id } = await createPost(ctx, caseStudy('Planted', { tagIds: [tag], published: 'true' }));
  for (const path of ['/', '/blog/beside', '/work/rss.xml'])
    await expect.poll(() => textOf(path), { message: path }).toContain('/work/planted');
  const feed = await textOf('/work/rss.xml');
  expect(feedErrors(feed, `${product.origin}/work/rss.xml`)).toEqual([]);

  const page = await textOf('/work/planted');
  expect(JSON.stringify(factsIn(page))).not.toContain('Review');
  const card =
    /property="og:image" content="[^"]*(\/social\/planted-[0-9a-f]{12}\.png)"/.exec(page)?.[1] ?? '';
  expect((await visitor.get(card)).headers.get('content-type')).toBe('image/png');
  await sql`update blog_posts set facts = facts || '{"client": "Renamed Inc."}' where id = ${id}`.execute(
    product.database.db,
  );
  await expect.poll(() => textOf('/blog/beside')).toContain('Renamed Inc.');
  expect((await visitor.get(card)).status, 'the card shows the client').toBe(301);
});

test('the logo of a client has its size on the home page', async () => {
  const { src } = (await upload(await createOwner(product), await photograph(300, 200))).body;
  await createPost(ctx, caseStudy('Logo', { published: 'true', clientLogo: src }));
  await expect.poll(() => textOf('/')).toContain('alt="Logo Inc." loading="lazy" width="300" height="200"');
});
