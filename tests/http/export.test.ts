import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findFreePort } from '#server/http/listen.ts';
import { createClient } from '#tests/client.ts';
import { crawl, type CrawledPage } from '#tests/crawl.ts';
import { urlOf } from '#tests/database-url.ts';
import { postForm } from '#tests/factories.ts';
import { startProcess } from '#tests/process.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

const account = { email: 'owner@firm.test', password: 'correct horse battery' };
const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

let product: RunningProduct;
let folder: string;
let output: string;

beforeAll(async () => {
  product = await startProduct({ ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password });
  const admin = createClient(product);
  await admin.post('/admin/login', account);
  for (let n = 1; n <= 14; n += 1) {
    const fields = {
      title: `Post ${n}`,
      slug: `post-${n}`,
      published: 'true',
      content: `<p>Words ${n}.</p>`,
    };
    await admin.post('/admin/posts/new', postForm(fields));
  }
  const posts = await product.database.db
    .selectFrom('blog_posts')
    .selectAll()
    .where('slug', 'in', ['post-1', 'post-2'])
    .orderBy('slug')
    .execute();
  const [moved, deleted] = posts;
  const fields = { title: 'Post 1', slug: 'renamed', published: 'true', version: String(moved?.version) };
  await admin.post(`/admin/posts/edit/${moved?.id}`, postForm(fields));
  await admin.post('/admin/posts', { intent: 'delete', id: deleted?.id ?? '' });

  const parent = await mkdtemp(join(tmpdir(), 'anyforge-export-'));
  await chmod(parent, 0o755);
  folder = join(parent, 'site');
  const run = startProcess(['scripts/export.ts', folder, '--from', product.origin], {
    NODE_ENV: 'production',
    DATA_DIR: product.dataDir,
    DATABASE_URL: urlOf(product.database.connection),
  });
  const code = await run.exited;
  output = run.output();
  expect(code, output).toBe(0);
});
afterAll(async () => {
  await product.stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

test('an export holds every page with its compressed forms, old addresses and what is gone', async () => {
  expect(output).not.toContain('Not exported');
  const page = await readFile(join(folder, 'site/blog/post-5.html'));
  expect(page.toString()).toContain('Words 5.');
  expect(brotliDecompressSync(await readFile(join(folder, 'site/blog/post-5.html.br'))).equals(page)).toBe(
    true,
  );
  expect(await readFile(join(folder, 'query/page=2/blog.html'), 'utf8')).toContain('Post');
  expect(await readFile(join(folder, 'redirects.txt'), 'utf8')).toContain('301 /blog/post-1 /blog/renamed\n');
  expect(await readFile(join(folder, 'gone.txt'), 'utf8')).toBe('/blog/post-2\n');
  expect(await readFile(join(folder, 'site/sitemap.xml'), 'utf8')).toContain('<');
});

test('an export into a folder with files is refused, and changes nothing', async () => {
  const run = startProcess(['scripts/export.ts', folder], { NODE_ENV: 'production' });
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain('is not empty');
  expect(await readFile(join(folder, 'gone.txt'), 'utf8')).toBe('/blog/post-2\n');
});

test('an export without a running site says so, and leaves no folder', async () => {
  const target = `${folder}-2`;
  const port = await findFreePort('127.0.0.1');
  const run = startProcess(['scripts/export.ts', target, '--from', `http://127.0.0.1:${port}`], {
    NODE_ENV: 'production',
    DATA_DIR: product.dataDir,
    DATABASE_URL: urlOf(product.database.connection),
  });
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain('Start it, or name its address with --from.');
  await expect(readFile(join(target, 'gone.txt'))).rejects.toThrow('ENOENT');
});

test.skipIf(!hasNginx)('a crawl of the export behind nginx equals a crawl of the site', async () => {
  const port = await findFreePort('127.0.0.1');
  const parent = join(folder, '..');
  const text = await readFile(join(folder, 'nginx.conf'), 'utf8');
  await writeFile(join(parent, 'site.conf'), text.replace('127.0.0.1:8080', `127.0.0.1:${port}`));
  const main = join(parent, 'main.conf');
  await writeFile(
    main,
    `daemon off; pid ${parent}/nginx.pid; user root; events {}
    http { access_log off; client_body_temp_path ${parent}/b; proxy_temp_path ${parent}/p;
    fastcgi_temp_path ${parent}/f; uwsgi_temp_path ${parent}/u; scgi_temp_path ${parent}/s; include ${parent}/site.conf; }`,
  );
  const nginx = spawn('nginx', ['-c', main, '-e', join(parent, 'error.log')], { stdio: 'ignore' });
  try {
    const origin = `http://127.0.0.1:${port}`;
    for (let tries = 0; tries < 100; tries += 1) {
      if (await fetch(origin).then(() => true, () => false)) break; // prettier-ignore
      await sleep(50);
    }
    const starts = [
      '/',
      '/rss.xml',
      '/sitemap.xml',
      '/robots.txt',
      '/site.webmanifest',
      '/blog/post-1',
      '/blog/post-2',
    ];
    const [live, files] = [await crawl(product.origin, starts), await crawl(origin, starts)];
    const comparable = (pages: readonly CrawledPage[]) =>
      pages
        .filter(({ path }) => !/^\/(?:newsletter|search\?)/.test(path))
        .map(({ path, status, type, body }) => ({ path, status, type: type.toLowerCase(), body }))
        .toSorted((one, other) => (one.path < other.path ? -1 : 1));
    expect(comparable(files.pages).map(({ path }) => path)).toEqual(
      comparable(live.pages).map(({ path }) => path),
    );
    expect(comparable(files.pages)).toEqual(comparable(live.pages));
    const [ours, theirs] = [
      await fetch(`${product.origin}/blog`),
      await fetch(`${origin}/blog?utm_source=x`),
    ];
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy']) {
      expect(theirs.headers.get(name)).toBe(ours.headers.get(name));
    }
    const packed = await fetch(`${origin}/blog`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.text()).toBe(await ours.text());
  } finally {
    nginx.kill();
    await once(nginx, 'exit');
  }
});
