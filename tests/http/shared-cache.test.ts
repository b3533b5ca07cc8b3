import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listen } from '#server/http/port.ts';
import { findFreePort } from '../free-port.ts';
import type { Client } from '#tests/client.ts';
import { postForm, storedPost } from '#tests/factories.ts';
import { ownerSettings, useOwner } from '#tests/people.ts';
import { needs } from '#tests/programs.ts';
import { useProduct, type RunningProduct } from '#tests/product.ts';
import { findProxyPorts, startNginx } from '#tests/proxy-under-test.ts';
import { askRaw } from '#tests/raw-request.ts';
import { useFolder } from '#tests/folder.ts';
import { project } from '#tests/project.ts';

/** The samples of deploy/ as the real programs run them, where the machine has these. */

const varnishd = needs('varnishd');
const nginxProgram = needs('nginx', 'openssl');

const folder = useFolder();
beforeAll(async () => {
  // The programs change to a user of their own.
  await chmod(folder, 0o755);
});

describe.skipIf(varnishd.isMissing)(`Varnish in front${varnishd.note}`, () => {
  let recorderPort: number;
  let varnish: ChildProcess;
  let cache: string;
  let purgeAddress: string;
  /** The keys of each purge, which goes on to the cache. */
  const purged: string[] = [];
  const recorder = createServer((request, response) => {
    const keys = String(request.headers['surrogate-key']);
    purged.push(keys);
    const purge = { method: 'PURGE', headers: { 'Surrogate-Key': keys } };
    void fetch(purgeAddress, purge).then(({ status }) => status, () => 502).then((status) => response.writeHead(status).end()); // prettier-ignore
  });

  beforeAll(async () => {
    recorderPort = await listen(recorder, { host: '127.0.0.1', port: 0 });
  });
  const product = useProduct(() => ({
    ...ownerSettings,
    TRUSTED_PROXIES: '127.0.0.1',
    CDN_PURGE: `http://127.0.0.1:${recorderPort}/`,
  }));
  const admin = useOwner(product);
  beforeAll(async () => {
    const port = await findFreePort('127.0.0.1');
    cache = `http://127.0.0.1:${port}`;
    const purgePort = await findFreePort('127.0.0.1');
    purgeAddress = `http://127.0.0.1:${purgePort}`;
    const file = await sample('varnish.vcl', { '"3000"': `"${new URL(product.origin).port}"` });
    const place = `-F -j none -n ${join(folder, 'varnish')} -a 127.0.0.1:${port} -a purge=127.0.0.1:${purgePort}`;
    const args = `${place} -f ${file} -s malloc,20m`.split(' ');
    varnish = spawn('varnishd', args, { stdio: 'ignore' });
    await answers(cache);
  });
  afterAll(async () => {
    varnish.kill();
    await once(varnish, 'exit');
    recorder.close();
  });

  test('a failed purge is a warning of /readyz until one succeeds', async () => {
    // The cache started after the site.
    await expect.poll(() => product.output()).toContain('Purging of the shared cache failed');
    const warnings = async () => (await fetch(`${product.origin}/readyz`)).text();
    await expect.poll(warnings, { timeout: 20_000 }).not.toContain('shared cache');
    await expect.poll(() => product.output()).toContain('Purging of the shared cache works again');
  });

  test('a change purges the pages that show it and no others, within a second', async () => {
    const changed = await publish(admin, product, 'Changed later');
    await sleep(3_000);
    await expect.poll(async () => (await read(cache, changed)).isHit).toBe(true);
    await expect.poll(async () => (await read(cache, '/about')).isHit).toBe(true);
    const shown = await keysOf(product, changed);
    purged.length = 0;

    await edit(admin, product, changed, { content: '<p>New words.</p>' });
    await expect
      .poll(async () => (await read(cache, changed)).text, { timeout: 1_000, interval: 50 })
      .toContain('New words.');
    const first = purged[0]?.split(' ') ?? [];
    expect(shown).toEqual(expect.arrayContaining(first.filter((key) => key.startsWith('post:'))));
    expect(first).not.toContain('*');
    const onAbout = await keysOf(product, '/about');
    // The header of every page leads to case studies once one is public.
    expect(onAbout.filter((key) => !key.startsWith('site:'))).toEqual(['kind:case_study']);

    await edit(admin, product, changed, { published: 'false' });
    await expect
      .poll(async () => (await read(cache, changed)).status, { timeout: 1_000, interval: 50 })
      .toBe(404);
    expect((await read(cache, '/blog')).text).not.toContain('Changed later');
  });

  test('visitors see no keys, and must ask every time', async () => {
    const { headers } = await fetch(`${cache}/blog`);
    for (const name of ['surrogate-key', 'surrogate-control', 'cdn-cache-control']) {
      expect(headers.get(name)).toBeNull();
    }
    expect(headers.get('cache-control')).toMatch(/max-age=0.*must-revalidate/);
    expect((await fetch(`${product.origin}/admin/login`)).headers.get('cache-control')).toContain('no-store');
    const chosen = await fetch(`${cache}/admin/login`, {
      headers: { 'x-request-id': 'chosen-by-a-visitor' },
    });
    expect(chosen.headers.get('x-request-id')).not.toBe('chosen-by-a-visitor');
  });

  test('a purge of a visitor, also one behind a proxy of this machine, and one without keys is refused', async () => {
    const purge = { method: 'PURGE', headers: { 'Surrogate-Key': '*', 'X-Forwarded-For': '203.0.113.7' } };
    expect((await fetch(cache, purge)).status).toBe(403);
    expect((await fetch(purgeAddress, { method: 'PURGE' })).status).toBe(403);
    expect((await fetch(purgeAddress, purge)).status).toBe(200);
  });
});

describe.skipIf(nginxProgram.isMissing)(`nginx in front${nginxProgram.note}`, () => {
  const product = useProduct({ ...ownerSettings, TRUSTED_PROXIES: '127.0.0.1' });
  const admin = useOwner(product);
  let nginx: ChildProcess;
  let cache: string;

  beforeAll(async () => {
    const port = await findFreePort('127.0.0.1');
    cache = `http://127.0.0.1:${port}`;
    const site = await sample('nginx-cache.conf', {
      'listen 127.0.0.1:8080': `listen 127.0.0.1:${port}`,
      '127.0.0.1:3000': new URL(product.origin).host,
      '/var/cache/nginx/anyforge': join(folder, 'nginx'),
    });
    const main = join(folder, 'nginx.conf');
    await writeFile(
      main,
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; user root; events {}
      http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; include ${site}; }`,
    );
    nginx = spawn('nginx', ['-c', main, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
    await answers(cache);
  });
  afterAll(async () => {
    nginx.kill();
    await once(nginx, 'exit');
  });

  test('a page is shown from the cache, and a change within two seconds', async () => {
    const path = await publish(admin, product, 'Behind nginx');
    await fetch(cache + path);
    expect((await fetch(cache + path)).headers.get('x-cache')).toBe('HIT');
    await edit(admin, product, path, { content: '<p>New words.</p>' });
    await expect
      .poll(async () => (await fetch(cache + path)).text(), { timeout: 2_000, interval: 50 })
      .toContain('New words.');
    const cookie = { cookie: 'a=b' };
    for (const address of ['/admin/login', '/admin/login']) {
      expect((await fetch(cache + address)).headers.get('x-cache')).toBe('MISS');
    }
    expect((await fetch(cache + path, { headers: cookie })).headers.get('x-cache')).toBe('BYPASS');
  });

  test('behind the sample with TLS, both of one configuration, it keeps pages', async () => {
    const port = await findFreePort('127.0.0.1');
    const file = await sample('nginx-cache.conf', {
      '127.0.0.1:8080': `127.0.0.1:${port}`,
      '127.0.0.1:3000': new URL(product.origin).host,
      '/var/cache/nginx/anyforge': join(folder, 'nginx-behind'),
    });
    const front = await startNginx(await findProxyPorts(), `127.0.0.1:${port}`, `include ${file};`);
    try {
      const host = new URL(front.origin).host;
      const how = { host: '127.0.0.1', servername: 'localhost', headers: { host }, ca: front.authority };
      const cacheState = async () => (await askRaw(front.origin, '/about', how)).headers['x-cache'];
      await cacheState();
      expect(await cacheState()).toBe('HIT');
    } finally {
      await front.stop();
    }
  });

  test('a large upload reaches the product, and no visitor chooses the request ID', async () => {
    const upload = { method: 'POST', body: Buffer.alloc(2_000_000) };
    const { status, headers } = await fetch(`${cache}/api/images/editor-images?name=one.png`, upload);
    expect([status, headers.get('x-request-id')]).toEqual([401, expect.any(String)]);
    const chosen = await fetch(cache, { headers: { 'x-request-id': 'chosen-by-a-visitor', cookie: 'a=b' } });
    expect(chosen.headers.get('x-request-id')).not.toBe('chosen-by-a-visitor');
  });
});

/** @returns the path of a copy of the sample with these texts replaced */
async function sample(name: string, replaced: Record<string, string>): Promise<string> {
  const file = join(project, `deploy/${name}`);
  let text = await readFile(file, 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

async function answers(origin: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const status = await fetch(`${origin}/healthz`).then((response) => response.status, () => 0); // prettier-ignore
    if (status === 200) return;
    await sleep(100);
  }
  throw new Error(`${origin} does not answer.`);
}

/** @returns its path */
async function publish(admin: Client, product: RunningProduct, title: string): Promise<string> {
  expect((await admin.post('/admin/posts/new', postForm({ title, published: 'true' }))).status).toBe(302);
  return `/blog/${(await storedPost(product.database.db, { title })).slug}`;
}

async function edit(
  admin: Client,
  { database }: RunningProduct,
  path: string,
  change: Record<string, string>,
): Promise<void> {
  const { id, title, slug, content, version } = await storedPost(database.db, { slug: path.slice(6) });
  const fields = { title, slug, content, published: 'true', version: String(version), ...change };
  expect((await admin.post(`/admin/posts/edit/${id}`, postForm(fields))).status).toBeLessThan(400);
}

/** The keys of the page that the site tells the cache. */
async function keysOf({ origin }: RunningProduct, path: string): Promise<string[]> {
  const keys = (await fetch(origin + path)).headers.get('surrogate-key')?.split(' ') ?? [];
  return keys.filter((key) => key !== 'page');
}

async function read(cache: string, path: string) {
  const response = await fetch(cache + path);
  const isHit = (response.headers.get('x-varnish') ?? '').includes(' ');
  return { status: response.status, text: await response.text(), isHit };
}
