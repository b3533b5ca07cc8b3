import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';

import { defaultWords } from '#domain/site/site-words.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { createCategory, createTag, createTerm } from '#domain/taxonomy/create-term.ts';
import { updateTerm } from '#domain/taxonomy/update-term.ts';
import { createClient } from '#tests/client.ts';
import { addPost, contextAs, edited, newPost } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';
import { structuredDataErrors, factsIn, feedErrors, sitemapErrors } from '#tests/published-rules.ts';
import { readXml } from '#tests/xml.ts';
import { createPost, updatePost } from '#tests/post-forms.ts';

const hostile = 'Tricky </script><script>canary()</script> ]]> & "quotes" \u202Eעברית';
const hostileBody =
  '<h2 id="x">Part</h2><p>]]&gt; &amp; <a href="#anchor-x">in</a> <a href="/about">out</a></p><p dir="rtl">עברית</p>';

const product = useProduct();
const visitor = createClient(product);
let ctx: DomainContext;

beforeAll(async () => {
  ctx = await contextAs(product.database.db, 'editor');
  const category = await createCategory(ctx, { name: 'Craft & co' });
  const tag = await createTag(ctx, { name: 'Tools' });
  const filed = { categoryId: category.id, tagIds: [tag.id], published: 'true' };
  await addPost(ctx, {
    ...filed,
    slug: 'plain',
    title: 'A plain post',
    excerpt: 'In short.',
    publishedAt: '2026-01-05T08:00',
  });
  await addPost(ctx, {
    ...filed,
    slug: 'tricky',
    title: hostile,
    content: hostileBody,
    publishedAt: '2026-01-06T08:00',
  });
  await addPost(ctx, {
    ...filed,
    slug: 'dated',
    title: 'Dated',
    publishedAt: '2026-01-07T08:00',
    displayPublishedAt: '2020-02-02',
  });
  await addPost(ctx, { slug: 'draft', title: 'Draft' });
  await addPost(ctx, { ...filed, slug: 'ahead', title: 'Ahead', publishedAt: '2999-01-01' });
});

const page = async (path: string) => (await visitor.get(path)).text();
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

describe('what a post says about itself', () => {
  test('title, description, canonical address and card, all of this site', async () => {
    const html = await page('/blog/plain');
    expect(html).toContain('<title>A plain post · Anyforge</title>');
    expect(html).toContain(`<link rel="canonical" href="${product.origin}/blog/plain"/>`);
    expect(contentOf(html, 'description')).toBe('In short.');
    expect(contentOf(html, 'og:type')).toBe('article');
    expect(contentOf(html, 'og:title')).toBe('A plain post');
    expect(contentOf(html, 'og:url')).toBe(`${product.origin}/blog/plain`);
    expect(contentOf(html, 'og:locale')).toBe('en_US');
    expect(contentOf(html, 'twitter:card')).toBe('summary_large_image');
    expect(contentOf(html, 'og:image')).toMatch(
      new RegExp(`^${product.origin}/social/plain-[0-9a-f]{12}\\.png$`),
    );
    expect([contentOf(html, 'og:image:width'), contentOf(html, 'og:image:height')]).toEqual(['1200', '630']);
    expect(contentOf(html, 'og:image:alt')).toBe('A plain post');
    expect(html).toMatch(/<html lang="en">/);
  });

  test('its fields for search and sharing stand in place of title, excerpt and address', async () => {
    const canonicalUrl = 'https://original.example/first';
    const post = { title: 'Found', excerpt: 'An excerpt.', published: 'true' };
    await addPost(ctx, {
      ...post,
      slug: 'found',
      metaDescription: 'For & "search".',
      socialTitle: 'Shared',
      canonicalUrl,
    });
    const html = await page('/blog/found');
    expect(html).toContain('<title>Found · Anyforge</title>');
    for (const name of ['description', 'og:description']) {
      expect(contentOf(html, name), name).toBe('For &amp; &quot;search&quot;.');
    }
    expect(contentOf(html, 'og:title')).toBe('Shared');
    expect(html).toContain(`<link rel="canonical" href="${canonicalUrl}"/>`);
    expect(contentOf(html, 'og:url')).toBe(canonicalUrl);
    expect(html.slice(html.indexOf('<main'))).toContain('An excerpt.');
    const posting = factsIn(html).find((fact) => fact['@type'] === 'BlogPosting');
    expect(posting).toMatchObject({ description: 'For & "search".', mainEntityOfPage: canonicalUrl });
    expect(structuredDataErrors(html)).toEqual([]);
    expect(html).not.toContain('noindex');
  });

  test('one that is hidden from search engines says noindex and is read by visitors', async () => {
    await addPost(ctx, { slug: 'hidden', title: 'Hidden', published: 'true', noindex: 'true' });
    const answer = await visitor.get('/blog/hidden');
    const html = await answer.text();
    expect([answer.status, contentOf(html, 'robots')]).toEqual([200, 'noindex']);
    expect(html).not.toContain('rel="canonical"');
    expect(await page('/blog')).toContain('/blog/hidden');
  });

  test('structured data equals the visible page: headline, date, author, image, place', async () => {
    for (const [path, visibleDay] of [
      ['/blog/plain', '2026-01-05'],
      ['/blog/dated', '2020-02-02'],
    ] as const) {
      const html = await page(path);
      const facts = factsIn(html);
      const posting = facts.find((fact) => fact['@type'] === 'BlogPosting');
      expect(/<time dateTime="([^"]*)"/i.exec(html.slice(html.indexOf('<main')))?.[1]).toBe(visibleDay);
      expect(String(posting?.['datePublished']).slice(0, 10)).toBe(visibleDay);
      expect(contentOf(html, 'article:published_time')?.slice(0, 10)).toBe(visibleDay);
      expect(Date.parse(String(posting?.['dateModified']))).toBeGreaterThanOrEqual(
        Date.parse(String(posting?.['datePublished'])),
      );
      const author = contentOf(html, 'article:author') ?? '';
      expect(posting?.['author']).toEqual({ '@type': 'Person', name: author });
      expect(html.slice(html.indexOf('<main'))).toContain(`<span dir="auto">${author}</span>`);
      expect(posting?.['image']).toBe(contentOf(html, 'og:image'));
      expect(posting?.['mainEntityOfPage']).toBe(product.origin + path);
      const crumbs = facts.find((fact) => fact['@type'] === 'BreadcrumbList')?.['itemListElement'] as Record<
        string,
        unknown
      >[];
      expect(crumbs.map(({ position, item }) => [position, item])).toEqual([
        [1, `${product.origin}/blog`],
        [2, `${product.origin}/blog/category/craft-co`],
        [3, product.origin + path],
      ]);
    }
    const organization = factsIn(await page('/')).find((fact) => fact['@type'] === 'Organization');
    expect(organization).toMatchObject({ name: 'Anyforge', url: `${product.origin}/` });
    expect((await visitor.get(new URL(String(organization?.['logo'])).pathname)).status).toBe(200);
  });

  test.each(['/', '/blog', '/blog/plain', '/blog/tricky', '/blog/category/craft-co', '/blog/tag/tools'])(
    '%s keeps the rules for structured data',
    async (path) => expect(structuredDataErrors(await page(path))).toEqual([]),
  );
});

test('an author with a public post has a page of structured data, in the sitemap, linked from the post; a slug redirect leads there', async () => {
  const links = [{ label: 'Code', address: 'https://code.example/ann' }];
  const ann = await createTerm(ctx, 'author', { name: 'Ann Lee', slug: 'ann', role: 'Engineer', links });
  const isListed = async () =>
    (await page('/sitemap.xml')).includes(`${product.origin}/authors/ann-lee</loc>`);
  await updateTerm(ctx, 'author', ann.id, { name: 'Ann Lee', slug: 'ann-lee', role: 'Engineer', links });
  expect([(await visitor.get('/authors/ann-lee')).status, await isListed()]).toEqual([404, false]);
  const fields = { slug: 'signed', title: 'Signed', published: 'true', publicAuthorId: ann.id };
  const { id } = await addPost(ctx, fields);
  await expect.poll(isListed).toBe(true);
  const moved = await visitor.get('/authors/ann?utm_source=x');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/authors/ann-lee?utm_source=x']);

  const url = `${product.origin}/authors/ann-lee`;
  const html = await page('/authors/ann-lee');
  expect(structuredDataErrors(html)).toEqual([]);
  expect(factsIn(html).find((fact) => fact['@type'] === 'Person')).toMatchObject({
    name: 'Ann Lee',
    jobTitle: 'Engineer',
    url,
    sameAs: ['https://code.example/ann'],
  });
  expect(html).toContain('href="/blog/signed"');
  const post = await page('/blog/signed');
  expect(factsIn(post).find((fact) => fact['@type'] === 'BlogPosting')?.['author']).toMatchObject({ url });
  expect(post).toContain('href="/authors/ann-lee"');
  const end = () => page('/blog/signed').then((text) => text.slice(text.indexOf('onward-author')));
  expect(await end()).toMatch(/Portrait of Ann Lee[^]*Engineer[^]*href="\/contact"[^]*href="\/newsletter"/);
  const renamed = { name: 'Ann Lee', slug: 'ann-lee', links };
  await updateTerm(ctx, 'author', ann.id, { ...renamed, role: 'Principal engineer', bio: 'Builds ledgers.' });
  await expect.poll(end).toMatch(/Principal engineer[^]*Builds ledgers\./);
  await updateTerm(ctx, 'author', ann.id, { ...renamed, role: 'Engineer' });
  const client = { slug: 'signed-work', kind: 'case_study', client: 'Harbor', published: 'true' };
  const { id: workId } = await addPost(ctx, { ...client, publicAuthorId: ann.id });
  const work = await page('/work/signed-work');
  expect(factsIn(work).find((fact) => fact['@type'] === 'Article')?.['author']).toMatchObject({ url });
  expect(work).toContain('href="/authors/ann-lee"');
  await expect.poll(() => page('/authors/ann-lee')).toContain('href="/work/signed-work"');
  await deletePosts(ctx, { ids: [workId] });
  await updatePost(ctx, id, edited({ ...fields, published: 'false' }));
  await expect.poll(async () => (await visitor.get('/authors/ann-lee')).status).toBe(404);
});

describe('the image of a post', () => {
  const cardOf = async (slug: string) =>
    new URL(contentOf(await page(`/blog/${slug}`), 'og:image') ?? '', product.origin).pathname;

  test('is a PNG of 1200 by 630 under an address that names its content, with 304', async () => {
    const address = await cardOf('plain');
    const answer = await visitor.get(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(bytes.byteLength).toBeLessThan(300_000);
    const again = await visitor.get(address, { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  test('gets a new address with a new title; the old one leads to it', async () => {
    const form = newPost({ slug: 'renamed', title: 'Before', published: 'true' });
    const { id } = await createPost(ctx, form);
    const before = await cardOf('renamed');
    await updatePost(ctx, id, { ...form, title: 'After', version: 1 });
    await expect.poll(() => cardOf('renamed')).not.toBe(before);
    const moved = await visitor.get(before);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, await cardOf('renamed')]);
  });

  test('exists for visible posts only, and for no other address', async () => {
    for (const name of ['draft', 'ahead', 'nothing', '..%2f..%2fetc']) {
      expect((await visitor.get(`/social/${name}-0123456789ab.png`)).status, name).toBe(404);
    }
    for (const path of ['/social/plain.png', '/social/plain-0123456789ab.svg']) {
      expect((await visitor.get(path)).status, path).toBe(404);
    }
  });
});

describe('the feed', () => {
  test('is well-formed RSS with the whole text, absolute addresses, a stable id and its own address', async () => {
    const answer = await visitor.get('/rss.xml');
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const xml = await answer.text();
    expect(feedErrors(xml, `${product.origin}/rss.xml`)).toEqual([]);
    const feed = readXml(xml);
    expect(feed.of('guid').every(({ text }) => /^[0-9a-f-]{36}$/.test(text))).toBe(true);
    expect(feed.of('title').map(({ text }) => text)).toContain(hostile);
    expect(feed.of('title').map(({ text }) => text)).not.toContain('Draft');
    const [body = ''] = feed
      .of('content:encoded')
      .map(({ text }) => text)
      .filter((text) => text.includes('עברית'));
    expect(body).toContain(`href="${product.origin}/blog/tricky#anchor-x"`);
    expect(body).toContain(`href="${product.origin}/about"`);
    expect(body).toContain(']]&gt;');
  });

  test('holds the newest 20 of however many', async () => {
    await addPosts('bulk', 30);
    await expect.poll(async () => readXml(await page('/rss.xml')).of('item').length).toBe(20);
  });
});

describe('the sitemap', () => {
  test('lists every public page once, with categories and tags, and nothing else', async () => {
    const xml = await page('/sitemap.xml');
    expect(sitemapErrors(xml, product.origin)).toEqual([]);
    const paths = readXml(xml)
      .of('loc')
      .map(({ text }) => text.replace(product.origin, ''));
    const listed = ['/', '/about', '/blog', '/blog/plain', '/blog/category/craft-co', '/blog/tag/tools'];
    expect(paths).toEqual(expect.arrayContaining(listed));
    for (const path of ['/blog/draft', '/blog/ahead', '/search', '/admin']) expect(paths).not.toContain(path);
    // Hidden from search engines, and the copy of a page elsewhere.
    for (const path of ['/blog/hidden', '/blog/found']) expect(paths).not.toContain(path);
  });

  test('lists a post that names its own address as the original', async () => {
    const canonicalUrl = `${product.origin}/blog/own`;
    await addPost(ctx, { slug: 'own', title: 'Own', published: 'true', canonicalUrl });
    await expect.poll(() => page('/sitemap.xml')).toContain('/blog/own<');
  });

  test('of a large site is a list of sitemaps, each whole and below the bound of the format', async () => {
    await addPosts('many', 41_000);
    await expect.poll(async () => (await page('/sitemap.xml')).includes('<sitemapindex')).toBe(true);
    const parts = readXml(await page('/sitemap.xml'))
      .of('loc')
      .map(({ text }) => text.replace(product.origin, ''));
    expect(parts).toEqual(['/sitemaps/pages.xml', '/sitemaps/1.xml', '/sitemaps/2.xml']);
    const texts = await Promise.all(parts.map(page));
    const [pages = '', , last = ''] = texts;
    for (const text of [await page('/sitemap.xml'), pages, last])
      expect(sitemapErrors(text, product.origin)).toEqual([]);
    const lists = texts.map((text) => text.match(/<loc>[^<]+/g) ?? []);
    expect(lists.map(({ length }) => length)).toEqual([8 + 2, 40_000, 41_035 - 40_000]);
    expect(new Set(lists.flat()).size).toBe(41_045);
    for (const part of ['3.xml', '0.xml', 'x.xml', '1']) {
      expect((await visitor.get(`/sitemaps/${part}`)).status, part).toBe(404);
    }
  });
});

test('robots, icons and manifest are there, and are what they say', async () => {
  const robots = await page('/robots.txt');
  expect(robots).toContain(`Sitemap: ${product.origin}/sitemap.xml`);
  const head = await page('/');
  const icons = [...head.matchAll(/<link rel="(?:icon|apple-touch-icon)"[^>]*href="([^"]*)"/g)].map(
    ([, href = '']) => href,
  );
  expect(icons.toSorted()).toEqual(['/apple-touch-icon.png', '/favicon.ico', '/favicon.svg']);
  const manifest = JSON.parse(await page('/site.webmanifest'));
  const { name, description } = defaultWords.general;
  expect(manifest).toMatchObject({ name, description });
  for (const { src, sizes } of [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }] as {
    src: string;
    sizes: string;
  }[]) {
    const answer = await visitor.get(src);
    expect(answer.status).toBe(200);
    if (sizes === 'any') continue;
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('GET /.well-known/security.txt answers 404 without a contact', async () => {
  const answer = await visitor.get('/.well-known/security.txt');
  expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([404, 'noindex']);
  expect(await answer.text()).not.toContain('Contact:');
});

test('GET /.well-known/change-password leads to the account', async () => {
  const { status, headers } = await visitor.get('/.well-known/change-password');
  expect([status, headers.get('location')]).toEqual([302, '/admin/account']);
});

/** Old public posts, without triggers: what those keep is not what this is about, and they take ten times as long. */
async function addPosts(slug: string, count: number): Promise<void> {
  await product.database.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`insert into blog_posts (title, slug, content, published, published_at)
      select 'Old ' || n, ${slug} || '-' || n, '', true, '2018-01-01'::timestamptz + n * interval '1 second'
      from generate_series(1, ${sql.lit(count)}) n`.execute(trx);
    // The triggers did not count them: as after a crash, the figures of today are made again.
    await sql`truncate views_today, visitor_salt`.execute(trx);
    await sql`update content_version set version = version + 1`.execute(trx);
  });
}
