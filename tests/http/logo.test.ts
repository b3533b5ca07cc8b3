import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { useProduct } from '#tests/product.ts';
import { upload as send } from '#tests/uploads.ts';

/** The owner's logo: what is taken, how it is served, and what is made of it. */

const owner = { email: 'owner@firm.test', password: 'correct horse' };
const product = useProduct({ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password });
let admin: Client;

beforeAll(async () => {
  admin = createClient(product);
  expect((await admin.post('/admin/login', owner)).status).toBe(302);
});

const drawing = (inner = '<circle cx="5" cy="5" r="5" fill="#c8102e"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inner}</svg>`;

const upload = (bytes: string | Uint8Array, folder = 'logos') =>
  send(admin, typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { folder, query: '?name=logo.svg' });

async function publish(logo: string): Promise<number> {
  const { version } = (await product.database.db
    .selectFrom('site_documents')
    .select('version')
    .where('name', '=', 'brand')
    .executeTakeFirst()) ?? { version: 1 };
  const fields = { intent: 'publish', values: JSON.stringify({ logo }), version: String(version) };
  return (await admin.post('/admin/site/brand', fields)).status;
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(product.origin + path, { headers });

test('an SVG is stored and served as the pixels that it draws', async () => {
  const { status, body } = await upload(drawing('<circle r="5" fill="#c8102e"/><script>alert(1)</script>'));
  expect([status, body.src]).toEqual([
    201,
    expect.stringMatching(/^\/storage\/blog-images\/logos\/\d{39}\.png$/),
  ]);
  const response = await get(body.src, { accept: 'image/svg+xml,*/*' });
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(await sharp(await response.bytes()).metadata()).toMatchObject({ format: 'png', width: 1024 });
});

test.each([
  ['a drawing of nothing', drawing('<g/>'), 422, /shows nothing/],
  ['a compressed SVG', Buffer.from([0x1f, 0x8b, 8, 0]), 415, /SVGZ/],
  ['a page', '<!doctype html><p>x', 415, /not an image/],
])('a logo that is %s is refused in words', async (_name, bytes, status, message) => {
  const refused = await upload(bytes);
  expect(refused).toMatchObject({ status, body: { message: expect.stringMatching(message) as string } });
});

test('an SVG is taken as a logo only, and a post cannot show one', async () => {
  for (const folder of ['featured-images', 'editor-images']) {
    expect(await upload(drawing(), folder)).toMatchObject({
      status: 415,
      body: { message: expect.stringMatching(/^SVG files are not supported/) as string },
    });
  }
});

test('a logo of 20,000 pixels is made smaller, and one of too many is refused in words', async () => {
  const wide = await sharp({ create: { width: 20_000, height: 200, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  expect(await upload(wide)).toMatchObject({ status: 201, body: { width: 4096, height: 41 } });
});

test('from a published logo follow icons, manifest, social images and facts', async () => {
  const before = await (await get('/')).text();
  const { body } = await upload(drawing());
  expect(await publish(body.src)).toBe(200);
  await expect.poll(async () => (await get('/')).text()).toContain(body.src);
  const page = await (await get('/')).text();

  const links = [...page.matchAll(/<link rel="(icon|apple-touch-icon)"[^>]*?href="([^"]*)"/g)].map(
    ([, , href]) => href,
  );
  expect(links).toEqual([`${body.src}?icon=32`, `${body.src}?icon=180`]);
  expect(page).toContain(`<img class="mark" src="${body.src}?w=160"`);
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
