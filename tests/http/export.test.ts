import { execFileSync } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { open, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

import { readFrontMatter } from '#domain/html/markdown/front-matter.ts';
import { orderCaseStudies } from '#domain/posts/order-case-studies.ts';
import { createRedirect } from '#domain/redirects/change-redirects.ts';
import { getSiteDocument } from '#domain/site/site-document.ts';
import { publishSiteDocument } from '#domain/site/write-site-document.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { mergeTerms } from '#domain/taxonomy/merge-terms.ts';
import { updateTerm } from '#domain/taxonomy/update-term.ts';
import { createOwner, type Client } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import type { OwnDatabase } from '#tests/database.ts';
import { addPost, contextAs, edited } from '#tests/factories.ts';
import { photograph } from '#tests/image-files.ts';
import { runProcess, startProcess } from '#tests/process.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { upload } from '#tests/uploads.ts';
import { readZip } from '#tests/zip.ts';
import { updatePost } from '#tests/post-forms.ts';

test('an export holds what is public, and drafts on request; imported into an empty site it makes the same pages and the same export', async () => {
  const [before, after] = await Promise.all([startProduct(), startProduct()]);
  onTestFinished(async () => void (await Promise.all([before.stop(), after.stop()])));
  const admin = await createOwner(before);
  const importer = await createOwner(after);
  const [shown = '', ofDraft = ''] = await Promise.all(
    [300, 301].map(async (width) => (await upload(admin, await photograph(width, 200))).body.src),
  );
  await writeSite(before, shown, ofDraft);

  const run = ({ database, dataDir }: RunningProduct, ...args: string[]) =>
    runProcess(args, { DATABASE_URL: urlOf(database.connection), DATA_DIR: dataDir });
  const file = (name: string) => join(before.dataDir, name);
  expect(await run(before, 'scripts/export.ts', file('public.zip'))).toMatchObject({ code: 0 });
  const files = await readZip(await readFile(file('public.zip')));
  const textsOf = (of: typeof files) => [...of.keys()].filter((path) => path.endsWith('.md'));
  const texts = [
    'case-studies/clinic.md',
    'case-studies/first.md',
    'pages/imprint.md',
    'posts/by-account.md',
    'posts/public.md',
  ];
  expect(textsOf(files)).toEqual(texts);
  const place = (src: string) => src.replace('/storage/blog-images/', 'images/');
  const { fields, body } = readFrontMatter(String(files.get('posts/public.md')));
  expect(fields).toMatchObject({ title: 'Public', slug: 'public', image: `/${place(shown)}` });
  expect(String(fields['date'])).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(body).toBe(`\n## One\n\n![A pier](/${place(shown)})\n\n[End](/work/clinic)\n`);
  expect([files.has(place(shown)), files.has(place(ofDraft))]).toEqual([true, false]);
  expect(parse(String(files.get('images.yaml')))).toMatchObject([{ path: place(shown) }]);
  expect(await run(before, 'scripts/export.ts', file('public.zip'))).toMatchObject({
    code: 2,
    output: expect.stringContaining('public.zip exists already'),
  });
  expect(await run(before, 'scripts/export.ts', file('none/public.zip'))).toMatchObject({
    code: 2,
    output: expect.stringMatching(/public\.zip cannot be written \(ENOENT\)\.\n$/),
  });

  await cutOff(before, file('cut-off.zip'));
  expect(existsSync(file('cut-off.zip'))).toBe(false);

  const download = async (client: Client) => {
    const answer = await client.get('/admin/site/export?drafts');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="content-[\d-]+\.zip"$/);
    return Buffer.from(await answer.arrayBuffer());
  };
  expect(await run(before, 'scripts/export.ts', file('site.zip'), '--drafts')).toMatchObject({ code: 0 });
  // Another name: what the killed one left goes all the same.
  expect(existsSync(file('cut-off.zip.part'))).toBe(false);
  const first = await readFile(file('site.zip'));
  expect(await download(admin)).toEqual(first);
  const whole = await readZip(first);
  expect(textsOf(whole)).toEqual(expect.arrayContaining(['posts/draft.md', 'posts/later.md']));
  expect(whole.has(place(ofDraft))).toBe(true);

  const repeated = await run(before, 'scripts/import.ts', file('site.zip'));
  expect(repeated.output).toContain('\n0 taken, 7 there already');
  expect(await download(admin)).toEqual(first);
  expect(await before.database.db.selectFrom('images').select('name').execute()).toHaveLength(2);

  const args = [file('site.zip'), '--site-words', 'publish'];
  expect(await run(after, 'scripts/import.ts', ...args)).toMatchObject({ code: 0 });
  const again = await download(importer);
  expect([...(await readZip(again))]).toEqual([...whole]);
  expect(again).toEqual(first);

  const page = async ({ origin: at }: RunningProduct, path: string) => {
    const answer = await fetch(at + path, { redirect: 'manual' });
    // Who was shown by an account's name has become an author.
    const text = (await answer.text()).replace(/<url><loc>[^<]*\/authors\/super-admin-.*?<\/url>\s*/, '');
    return [answer.status, answer.headers.get('location'), text.replaceAll(at, '')];
  };
  const paths = ['/', '/about', '/blog', '/blog/public', '/blog/category/field-notes', '/blog/tag/tools', '/work', '/work/clinic', '/work/first', '/imprint', '/authors/ada', '/rss.xml', '/sitemap.xml', '/blog/earlier', '/blog/by-account.md', '/blog/category/notes', '/blog/tag/instruments', '/authors/ada-byron', '/old', '/old/below', '/blog/draft']; // prettier-ignore
  for (const path of paths) expect([path, await page(after, path)]).toEqual([path, await page(before, path)]);
});

/** Kills an export while it writes: into a pipe that is full. */
async function cutOff(site: RunningProduct, file: string): Promise<void> {
  execFileSync('mkfifo', [`${file}.part`]);
  const full = await open(`${file}.part`, constants.O_RDWR | constants.O_NONBLOCK);
  await expect(full.writeFile(Buffer.alloc(2 ** 21))).rejects.toThrow('EAGAIN');
  const env = { DATABASE_URL: urlOf(site.database.connection), DATA_DIR: site.dataDir };
  const command = startProcess(['scripts/export.ts', file], env);
  const opened = `/proc/${command.pid}/fd`;
  const writes = async () =>
    (await Promise.all((await readdir(opened)).map((fd) => readlink(join(opened, fd)).catch(() => '')))).some(
      (path) => path === `${file}.part`,
    );
  await expect.poll(writes, { timeout: 20_000 }).toBe(true);
  command.signal('SIGKILL');
  await command.exited;
  await full.close();
}

/** Something of everything that an export holds. */
async function writeSite(
  { database: { db } }: RunningProduct,
  image: string,
  ofDraft: string,
): Promise<void> {
  const ctx = await contextAs(db, 'super_admin');
  await updateImageRow(db, image);
  const fieldNotes = { name: 'Field Notes', description: 'From the field' };
  const category = await createTerm(ctx, 'category', { ...fieldNotes, slug: 'notes' });
  await updateTerm(ctx, 'category', category.id, { ...fieldNotes, slug: 'field-notes' });
  const tag = await createTerm(ctx, 'tag', { name: 'Tools' });
  const merged = await createTerm(ctx, 'tag', { name: 'Instruments' });
  await mergeTerms(ctx, 'tag', { id: merged.id, intoId: tag.id });
  const links = [{ label: 'Code', address: 'https://code.example/' }];
  const author = { name: 'Ada Byron', role: 'CTO', bio: 'Writes.', portrait: image, links };
  const { id: publicAuthorId } = await createTerm(ctx, 'author', author);
  await updateTerm(ctx, 'author', publicAuthorId, { ...author, slug: 'ada' });
  const shared = { published: 'true', publicAuthorId, tagIds: [tag.id] };
  const content = `<h2>One</h2><p><img src="${image}" alt="A pier"></p><p><a href="/work/clinic">End</a></p>`;
  const fields = { title: 'Public', slug: 'earlier', categoryId: category.id, content, featuredImage: image };
  const post = await addPost(ctx, { ...fields, ...shared, publishedAt: '2026-03-01T10:11' });
  await updatePost(ctx, post.id, edited({ ...fields, ...shared, slug: 'public' }));
  const facts = {
    kind: 'case_study',
    client: 'Clinic Inc.',
    services: 'Design\nBuild',
    quote: 'Good.',
    quoteName: 'Bo',
  };
  const clinic = await addPost(ctx, { ...facts, ...shared, title: 'Clinic', clientLogo: image });
  const first = await addPost(ctx, { ...facts, ...shared, title: 'First' });
  await orderCaseStudies(ctx, { ids: [first.id, clinic.id] });
  await addPost(ctx, { ...shared, title: 'Imprint', kind: 'page', tagIds: [] });
  await addPost(ctx, { title: 'By account', published: 'true', publishedAt: '2026-02-28T10:00' });
  await addPost(ctx, { title: 'Draft', content: '<p>Not yet</p>', featuredImage: ofDraft });
  await addPost(ctx, { title: 'Later', published: 'true', publishedAt: '2090-01-01' });
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
