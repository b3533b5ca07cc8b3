import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

import { readFrontMatter } from '#domain/markdown/front-matter.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { createOwner } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { photograph } from '#tests/image-files.ts';
import { startProcess } from '#tests/process.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { upload } from '#tests/uploads.ts';
import { readZip } from '#tests/zip.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

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
