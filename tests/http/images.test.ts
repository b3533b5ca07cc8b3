import { createServer } from 'node:http';

import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';

import { addPost, contextAs, postForm } from '#tests/factories.ts';
import { animation, photograph } from '#tests/image-files.ts';
import { useProduct } from '#tests/product.ts';
import { ownerSettings, useOwner } from '#tests/people.ts';
import { imageFiles, upload as send } from '#tests/uploads.ts';
import { listen } from '#server/http/port.ts';

const product = useProduct(ownerSettings);
const admin = useOwner(product);

const upload = (bytes: Uint8Array, options?: Parameters<typeof send>[2]) => send(admin, bytes, options);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(product.origin + path, { headers, redirect: 'manual' });

const form = (fields: Record<string, string>) =>
  postForm({ title: 'With an image', published: 'true', ...fields });
const newest = () => {
  const posts = product.database.db.selectFrom('blog_posts').select('id').orderBy('created_at', 'desc');
  return posts.executeTakeFirstOrThrow();
};

describe('an upload', () => {
  test('into a folder that there is not, is refused', async () => {
    const before = await imageFiles(product);
    const bytes = new Uint8Array(await photograph(100, 100));
    for (const folder of ['other', '..', '%2e%2e', 'featured-images%2f..%2f..', '%00', 'C:', '.', '']) {
      const { status } = await admin.file(`/api/images/${folder}`, bytes);
      expect([400, 404, 405, 422, 308], folder).toContain(status);
    }
    await expect.poll(() => imageFiles(product)).toEqual(before);
  });

  test('keeps an animation moving', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const { status, body } = await upload(await animation(format, 5), { folder: 'editor-images' });
      expect([status, body['animated'], body['type']]).toEqual([201, true, format]);
      for (const accept of ['*/*', 'image/avif,image/webp,*/*']) {
        const sent = await get(`${body.src}?w=320`, { accept });
        const metadata = await sharp(Buffer.from(await sent.arrayBuffer())).metadata();
        expect([metadata.pages, sent.headers.get('content-type')], accept).toEqual([
          5,
          accept === '*/*' ? `image/${format}` : 'image/webp',
        ]);
      }
    }
  });
});

describe('delivery', () => {
  let src: string;
  beforeAll(async () => {
    ({
      body: { src },
    } = await upload(await photograph(1000, 750, 'jpeg', 7)));
  });

  test('is in the type that the browser takes and in the width that the page asks for', async () => {
    for (const [accept, type, format] of [
      ['image/avif,image/webp,image/apng,*/*;q=0.8', 'image/avif', 'heif'],
      ['image/webp,*/*', 'image/webp', 'webp'],
      ['image/avif;q=0,image/webp', 'image/webp', 'webp'],
      ['*/*', 'image/jpeg', 'jpeg'],
    ] as const) {
      const answer = await get(`${src}?w=480`, { accept });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { width, height, format: found } = await sharp(bytes).metadata();
      expect([answer.status, answer.headers.get('content-type'), width, height, found], accept).toEqual([
        200,
        type,
        480,
        360,
        format,
      ]);
      expect(Number(answer.headers.get('content-length'))).toBe(bytes.byteLength);
    }
  });

  test('carries a year of immutable caching, its tag, and nothing that a browser could run', async () => {
    const answer = await get(`${src}?w=320`, { accept: 'image/webp' });
    await answer.arrayBuffer();
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('vary')).toBe('Accept');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^".+"$/);
    const again = await get(`${src}?w=320`, { accept: 'image/webp', 'if-none-match': etag });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const other = await get(`${src}?w=320`, { accept: '*/*', 'if-none-match': etag });
    expect(other.status).toBe(200);
    await other.arrayBuffer();
  });

  test('knows only the offered widths, the two folders and names of its own', async () => {
    for (const query of [
      '?w=481',
      '?w=0',
      '?w=-1',
      '?w=1e3',
      '?w=320%00',
      '?w=',
      '?type=jpg',
      '?w=1200&type=',
      '?w=1200&type=png',
    ]) {
      expect((await get(src + query)).status, query).toBe(400);
    }
    const name = '1'.repeat(39);
    for (const path of [
      '/storage',
      '/storage/blog-images',
      '/storage/blog-images/featured-images',
      `/storage/blog-images/featured-images/${name}.jpg`,
      `/storage/blog-images/featured-images/${name}.svg`,
      '/storage/blog-images/featured-images/..%2f..%2fsession-secret',
      '/storage/blog-images/featured-images/%2e%2e%2f%2e%2e%2fsession-secret',
      `/storage/blog-images/other/${name}.jpg`,
      `/storage/other/featured-images/${name}.jpg`,
      `${src}.jpg`,
      `${src}%00.png`,
    ]) {
      expect([400, 404], path).toContain((await get(path)).status);
    }
    const answer = await fetch(product.origin + src, {
      method: 'DELETE',
      headers: { origin: product.origin },
    });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('never makes an image larger than it is, and never sends more bytes than the image has', async () => {
    const small = await upload(
      await sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    const original = await (await get(small.body.src)).arrayBuffer();
    for (const accept of ['image/avif,image/webp', '*/*']) {
      const bytes = Buffer.from(await (await get(`${small.body.src}?w=800`, { accept })).arrayBuffer());
      expect((await sharp(bytes).metadata()).width).toBe(3);
      expect(bytes.byteLength).toBeLessThanOrEqual(original.byteLength);
    }
  });
});

test('a link to a post is shown with a JPEG or PNG, of the size that the page tells', async () => {
  const plain = (width: number, height: number, alpha = 1) =>
    sharp({ create: { width, height, channels: 4, background: { r: 200, g: 90, b: 40, alpha } } });
  const images = {
    jpg: [await plain(1300, 651).jpeg().toBuffer(), 'image/jpeg', [1200, 601]],
    png: [await plain(800, 500).png().toBuffer(), 'image/png', [800, 500]],
    webp: [await plain(1500, 1000, 0.5).webp().toBuffer(), 'image/jpeg', [1200, 800]],
    avif: [await plain(640, 400).avif().toBuffer(), 'image/jpeg', [640, 400]],
    moving: [await animation('webp', 3, 640), 'image/jpeg', [640, 640]],
    small: [await plain(599, 400).webp().toBuffer(), 'image/png', [1200, 630]],
  } as const;
  const author = await contextAs(product.database.db, 'editor');
  for (const [name, [bytes, mediaType, size]] of Object.entries(images)) {
    const { body } = await upload(bytes, { query: '?alt=What%20it%20shows' });
    const fields = { slug: `shared-${name}`, title: 'Its title', published: 'true' };
    await addPost(author, { ...fields, featuredImage: body.src });
    const html = await (await get(`/blog/shared-${name}`)).text();
    const told = (property: string) =>
      new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];
    expect(told('og:image:type'), name).toBe(mediaType);
    expect([told('og:image:width'), told('og:image:height')].map(Number), name).toEqual(size);
    expect(told('og:image:alt'), name).toBe(name === 'small' ? 'Its title' : 'What it shows');
    const address = (told('og:image') ?? '').replaceAll('&amp;', '&');
    expect(html).toContain(`"image":${JSON.stringify(address).replaceAll('&', '\\u0026')}`);

    const answer = await fetch(address, { headers: { accept: '*/*' } });
    const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([answer.status, answer.headers.get('content-type')], name).toEqual([200, mediaType]);
    expect([metadata.width, metadata.height, metadata.pages ?? 1], name).toEqual([...size, 1]);
    if (mediaType === 'image/jpeg') expect(metadata.format, name).toBe('jpeg');
  }
});

test('the caption of a featured image stands below it', async () => {
  const { body } = await upload(await photograph(900, 600, 'jpeg', 26));
  const name = body.src.split('/').at(-1) ?? '';
  const caption = 'The harbour <at dawn>';
  await product.database.db.updateTable('images').set({ caption }).where('name', '=', name).execute();
  const author = await contextAs(product.database.db, 'editor');
  const fields = { slug: 'captioned', published: 'true', featuredImage: body.src };
  await addPost(author, fields);
  const post = await (await get('/blog/captioned')).text();
  expect(post).toContain(
    '<figcaption class="note" dir="auto">The harbour &lt;at dawn&gt;</figcaption></figure>',
  );
  expect(await (await get('/blog')).text()).not.toContain('The harbour');
});

test('an address of another place is never asked, whatever is done with the post', async () => {
  const asked: string[] = [];
  const canary = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  const port = await listen(canary, { host: '127.0.0.1', port: 0 });
  try {
    for (const host of [`127.0.0.1:${port}`, `[::ffff:127.0.0.1]:${port}`, `localhost:${port}`]) {
      const elsewhere = `http://${host}/image.jpg`;
      const featured = form({ featuredImage: elsewhere });
      expect((await admin.post('/admin/posts/new', featured)).status, host).toBe(422);
      const content = `<p>Words.</p><p><img src="${elsewhere}" alt="x"></p>`;
      expect((await admin.post('/admin/posts/new', form({ content }))).status, host).toBe(302);
    }
    const { id } = await newest();
    const pages = ['/', '/blog', '/rss.xml', `/admin/posts/preview/${id}`, `/admin/posts/edit/${id}`];
    for (const path of pages) {
      const answer = await admin.get(path);
      expect([answer.status, (await answer.text()).includes(`:${port}/`)], path).toEqual([200, false]);
    }
    expect(asked).toEqual([]);
  } finally {
    canary.close();
  }
});

const statusOf = async (path: string) => (await admin.get(path)).status;

test('an image is stored as our own under a random name and told with its size', async () => {
  const { status, body } = await upload(await photograph(1600, 900), {
    query: '?name=sea.png&alt=The%20sea',
  });
  expect(status).toBe(201);
  const size = { width: 1600, height: 900 };
  expect(body).toMatchObject({ ...size, alt: 'The sea', originalName: 'sea.png', type: 'jpg' });
  expect(body.src).toMatch(/^\/storage\/blog-images\/featured-images\/\d{39}\.jpg$/);
  expect(await imageFiles(product)).toContain(body.src.split('/').at(-1));
});

test('a featured image is deleted after the save that removes it, in every size', async () => {
  const { src } = (await upload(await photograph(300, 200, 'jpeg', 11))).body;
  await admin.post('/admin/posts/new', form({ featuredImage: src }));
  const { id } = await newest();
  expect(await statusOf(`${src}?w=320`)).toBe(200);
  const saved = await admin.post(`/admin/posts/edit/${id}`, { ...form({ featuredImage: '' }), version: '1' });
  expect([saved.status, await statusOf(src), await statusOf(`${src}?w=320`)]).toEqual([200, 404, 404]);
  expect(await imageFiles(product)).not.toContain(src.split('/').at(-1));
});

const drawing = (inner = '<circle cx="5" cy="5" r="5" fill="#c8102e"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inner}</svg>`;

const uploadLogo = (bytes: string, folder = 'logos') =>
  upload(Buffer.from(bytes), { folder, query: '?name=logo.svg' });

async function publish(logo: string): Promise<number> {
  const { version } = (await product.database.db
    .selectFrom('site_documents')
    .select('version')
    .where('name', '=', 'brand')
    .executeTakeFirst()) ?? { version: 1 };
  const fields = { intent: 'publish', values: JSON.stringify({ logo }), version: String(version) };
  return (await admin.post('/admin/site/brand', fields)).status;
}

test('an SVG is stored and served as the pixels that it draws', async () => {
  const { status, body } = await uploadLogo(
    drawing('<circle r="5" fill="#c8102e"/><script>alert(1)</script>'),
  );
  expect([status, body.src]).toEqual([
    201,
    expect.stringMatching(/^\/storage\/blog-images\/logos\/\d{39}\.png$/),
  ]);
  const response = await get(body.src, { accept: 'image/svg+xml,*/*' });
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(await sharp(await response.bytes()).metadata()).toMatchObject({ format: 'png', width: 1024 });
});

test('an SVG is taken as a logo only, and a post cannot show one', async () => {
  for (const folder of ['featured-images', 'editor-images']) {
    expect(await uploadLogo(drawing(), folder)).toMatchObject({
      status: 415,
      body: { message: expect.stringMatching(/^SVG files are not supported/) as string },
    });
  }
});

test('from a published logo follow icons, manifest, social images and facts', async () => {
  const before = await (await get('/')).text();
  const { body } = await uploadLogo(drawing());
  expect(await publish(body.src)).toBe(200);
  await expect.poll(async () => (await get('/')).text()).toContain(body.src);
  const page = await (await get('/')).text();

  const links = [...page.matchAll(/<link rel="(icon|apple-touch-icon)"[^>]*?href="([^"]*)"/g)].map(
    ([, , href]) => href,
  );
  expect(links).toEqual([`${body.src}?icon=32`, `${body.src}?icon=180`]);
  expect(page).toContain(`<img class="mark" src="${body.src}?icon=light"`);
  expect(page).toContain(`<source media="(prefers-color-scheme: dark)" srcSet="${body.src}?icon=dark"/>`);
  const { icons } = (await (await get('/site.webmanifest')).json()) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  expect(icons.map(({ purpose = 'any' }) => purpose)).toContain('maskable');
  for (const { src, sizes, type: said } of icons) {
    const response = await get(src);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, said]);
    const { width, height } = await sharp(await response.bytes()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  const card = /<meta property="og:image" content="([^"]*)"/.exec(page)?.[1] ?? '';
  expect(before).not.toContain(card);
  const image = sharp(await (await fetch(card)).bytes());
  const mark = await image
    .extract({ left: 64 + 28, top: 520 + 28, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const [red = 0, green = 255, blue = 255] = mark;
  expect([red > 180, green < 60, blue < 90], mark.toString('hex')).toEqual([true, true, true]);
  expect(page).toContain(`"logo":"${product.origin}${body.src}?icon=512"`);
  const login = await (await get('/admin/login')).text();
  expect(login).toContain(`${body.src}?icon=32`);

  expect((await get(`${body.src}?icon=33`)).status).toBe(400);
  expect((await get(`${body.src.replace(/\d{39}/, '1'.repeat(39))}?icon=32`)).status).toBe(404);
});
