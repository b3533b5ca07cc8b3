import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

import { readFrontMatter } from '#domain/markdown/front-matter.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { orderCaseStudies } from '#domain/posts/order-case-studies.ts';
import { updatePost } from '#domain/posts/update-post.ts';
import { createRedirect } from '#domain/redirects/change-redirects.ts';
import { getSiteDocument } from '#domain/site/site-document.ts';
import { publishSiteDocument } from '#domain/site/write-site-document.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { createOwner } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import type { OwnDatabase } from '#tests/database.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { photograph } from '#tests/image-files.ts';
import { startProcess } from '#tests/process.ts';
import { startProduct, useProduct, type RunningProduct } from '#tests/product.ts';
import { upload } from '#tests/uploads.ts';
import { readZip } from '#tests/zip.ts';

const product = useProduct();

test('npm run export writes what is public as Markdown with its images, the same each time, and drafts on request', async () => {
  const admin = await createOwner(product);
  const ctx = await contextAs(product.database.db, 'editor');
  const [shown, ofDraft] = await Promise.all(
    [300, 301].map(async (width) => (await upload(admin, await photograph(width, 200))).body.src),
  );
  const content = `<h2>One</h2><p><img src="${shown}" alt="A pier"></p><p>End</p>`;
  const published = { published: 'true', publishDay: '2026-03-01' };
  await createPost(
    ctx,
    newPost({ title: 'Public', content, excerpt: 'Short', featuredImage: shown, ...published }),
  );
  await createPost(
    ctx,
    newPost({ title: 'Clinic', kind: 'case_study', client: 'Clinic Inc.', year: '2025', ...published }),
  );
  await createPost(ctx, newPost({ title: 'Imprint', kind: 'page', ...published }));
  await createPost(ctx, newPost({ title: 'Draft', featuredImage: ofDraft }));
  await createPost(ctx, newPost({ title: 'Later', published: 'true', publishDay: '2999-01-01' }));

  const env = { DATABASE_URL: urlOf(product.database.connection), DATA_DIR: product.dataDir };
  const run = async (name: string, ...more: string[]) => {
    const file = join(product.dataDir, name);
    const command = startProcess(['scripts/export.ts', file, ...more], env);
    expect({ code: await command.exited, said: command.output() }).toMatchObject({ code: 0 });
    return readFile(file);
  };
  const archive = await run('site.zip');
  const files = await readZip(archive);
  const texts = (of: typeof files) => [...of.keys()].filter((path) => path.endsWith('.md'));
  expect(texts(files)).toEqual(['case-studies/clinic.md', 'pages/imprint.md', 'posts/public.md']);
  const place = (src = '') => src.replace('/storage/blog-images/', 'images/');
  const { fields, body } = readFrontMatter(String(files.get('posts/public.md')));
  expect(fields).toMatchObject({
    title: 'Public',
    slug: 'public',
    excerpt: 'Short',
    image: `/${place(shown)}`,
  });
  expect(String(fields['date'])).toMatch(/^2026-(?:03-01|02-28)T/);
  expect(body).toBe(`\n## One\n\n![A pier](/${place(shown)})\n\nEnd\n`);
  expect(readFrontMatter(String(files.get('case-studies/clinic.md'))).fields).toMatchObject({
    kind: 'case_study',
    client: 'Clinic Inc.',
    year: 2025,
  });
  expect(files.has(place(shown))).toBe(true);
  expect(files.has(place(ofDraft))).toBe(false);
  expect(parse(String(files.get('images.yaml')))).toMatchObject([{ path: place(shown) }]);
  expect(await run('again.zip')).toEqual(archive);

  const whole = await readZip(await run('drafts.zip', '--drafts'));
  expect(texts(whole)).toContain('posts/draft.md');
  expect(texts(whole)).toContain('posts/later.md');
  expect(whole.has(place(ofDraft))).toBe(true);
  const downloaded = await admin.get('/admin/site/export?drafts');
  expect(downloaded.headers.get('content-disposition')).toMatch(
    /^attachment; filename="content-[\d-]+\.zip"$/,
  );
  expect(await readZip(Buffer.from(await downloaded.arrayBuffer()))).toEqual(whole);
  const refused = startProcess(['scripts/export.ts', join(product.dataDir, 'site.zip')], env);
  expect([await refused.exited, refused.output()]).toEqual([
    1,
    expect.stringContaining('site.zip exists already'),
  ]);
});

test('an export that is imported into an empty site makes the same public pages, and the same export', async () => {
  const [before, after] = await Promise.all([startProduct(), startProduct()]);
  onTestFinished(async () => void (await Promise.all([before.stop(), after.stop()])));
  const admin = await createOwner(before);
  await createOwner(after);
  await writeSite(before, (await upload(admin, await photograph(300, 200))).body.src);

  const run = async (site: RunningProduct, ...args: string[]) => {
    const env = { DATABASE_URL: urlOf(site.database.connection), DATA_DIR: site.dataDir };
    const command = startProcess(args, env);
    expect({ code: await command.exited, said: command.output() }).toMatchObject({ code: 0 });
  };
  const file = (name: string) => join(before.dataDir, name);
  await run(before, 'scripts/export.ts', file('site.zip'), '--drafts');
  await run(after, 'scripts/import.ts', file('site.zip'));
  await run(after, 'scripts/export.ts', file('again.zip'), '--drafts');
  const [first, again] = await Promise.all(
    [file('site.zip'), file('again.zip')].map((path) => readFile(path)),
  );
  expect([...(await readZip(first ?? Buffer.of()))]).toEqual([...(await readZip(again ?? Buffer.of()))]);
  expect(again).toEqual(first);

  const page = async ({ origin: at }: RunningProduct, path: string) => {
    const answer = await fetch(at + path, { redirect: 'manual' });
    return [answer.status, answer.headers.get('location'), (await answer.text()).replaceAll(at, '')];
  };
  const paths = ['/', '/about', '/blog', '/blog/public', '/blog/category/field-notes', '/blog/tag/tools', '/work', '/work/clinic', '/work/first', '/imprint', '/authors/ada', '/rss.xml', '/sitemap.xml', '/blog/earlier', '/old', '/old/below', '/blog/draft']; // prettier-ignore
  for (const path of paths) expect([path, await page(after, path)]).toEqual([path, await page(before, path)]);

  await run(after, 'scripts/import.ts', file('site.zip'));
  await run(after, 'scripts/export.ts', file('third.zip'), '--drafts');
  expect(await readFile(file('third.zip'))).toEqual(first);
});

/** Something of everything that an export holds. */
async function writeSite({ database: { db } }: RunningProduct, image: string): Promise<void> {
  const ctx = await contextAs(db, 'super_admin');
  await updateImageRow(db, image);
  const category = await createTerm(ctx, 'category', { name: 'Field Notes', description: 'From the field' });
  const tag = await createTerm(ctx, 'tag', { name: 'Tools' });
  const links = [{ label: 'Code', address: 'https://code.example/' }];
  const author = { name: 'Ada Byron', slug: 'ada', role: 'CTO', bio: 'Writes.', portrait: image, links };
  const { id: publicAuthorId } = await createTerm(ctx, 'author', author);
  const shared = { published: 'true', publicAuthorId, tagIds: [tag.id] };
  const content = `<h2>One</h2><p><img src="${image}" alt="A pier"></p><p><a href="/work/clinic">End</a></p>`;
  const fields = { title: 'Public', slug: 'earlier', categoryId: category.id, content, featuredImage: image };
  const post = await createPost(ctx, newPost({ ...fields, ...shared }), 'save', {
    publishedAt: new Date('2026-03-01T10:11:12.345Z'),
  });
  await updatePost(ctx, post.id, {
    ...newPost({ ...fields, ...shared, slug: 'public' }),
    version: post.version,
  });
  const facts = {
    kind: 'case_study',
    client: 'Clinic Inc.',
    services: 'Design\nBuild',
    quote: 'Good.',
    quoteName: 'Bo',
  };
  const clinic = await createPost(ctx, newPost({ ...facts, ...shared, title: 'Clinic', clientLogo: image }));
  const first = await createPost(ctx, newPost({ ...facts, ...shared, title: 'First' }));
  await orderCaseStudies(ctx, { ids: [first.id, clinic.id] });
  await createPost(ctx, newPost({ ...shared, title: 'Imprint', kind: 'page', tagIds: [] }));
  await createPost(ctx, newPost({ title: 'Draft', content: '<p>Not yet</p>' }));
  await createRedirect(ctx, { from: '/old/*', to: '/blog/public', status: 301 });
  const { values, version } = await getSiteDocument(ctx, 'general');
  await publishSiteDocument(ctx, 'general', {
    values: JSON.stringify({ ...values, name: 'Firm & Co' }),
    version,
  });
}

async function updateImageRow(db: OwnDatabase['db'], image: string): Promise<void> {
  const described = { alt: 'A pier', caption: 'At dawn' };
  await db
    .updateTable('images')
    .set(described)
    .where('name', '=', image.split('/').at(-1) ?? '')
    .execute();
}
