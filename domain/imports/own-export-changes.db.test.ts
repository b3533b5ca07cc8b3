import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect } from 'vitest';

import { test } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { photograph } from '#tests/image-files.ts';
import { useImports } from '#tests/use-imports.ts';
import { undoImport } from './undo-import.ts';

const { folder, written, moveIn, tryIn } = useImports();

const words = {
  format: 'site-words-1',
  documents: {
    general: { name: 'Other firm', email: 'leads@other.test', timeZone: 'Asia/Tokyo' },
    navigation: { header: [{ label: 'Offer', address: 'https://other.test/', isVisible: true }] },
  },
};

/** An export of this product with a text and everything beside it. */
const files = {
  'site.json': JSON.stringify(words),
  'images.yaml': '[]',
  'categories.yaml': '- { slug: ferries, name: Ferries, aliases: [boats] }',
  'authors.yaml': '- { slug: ada, name: Ada, links: [{ label: Site, address: "https://ada.test/" }] }',
  'redirects.yaml':
    '- { source: /shop, status: 301, target: "https://other.test/shop" }\n- { source: /old, status: 410 }',
  'posts/a.md': '---\ntitle: A\nslug: a\ndate: 2024-01-05T10:20:30.000Z\n---\n\nWords.\n',
};

const tables = ['blog_posts', 'blog_categories', 'authors', 'redirect_rules', 'site_documents'] as const;

test('the check of an own export names all that it changes beside texts, and Undo takes all of it back', async ({
  own,
}) => {
  const place = await written(files);
  const { site = [] } = await tryIn(own.db, place);
  const said = site.map(({ what, value }) => `${what}: ${value}`);
  for (const line of [
    'General, Name: Other firm',
    'General, Email: leads@other.test',
    'General, Time zone: Asia/Tokyo',
    'Navigation, Entries of the header: https://other.test/, Offer',
    'Categories: Ferries',
    'Authors: Ada',
    'Redirect to another site: /shop to https://other.test/shop',
  ])
    expect(said).toContain(line);

  const count = async () => {
    const counts = [];
    for (const table of tables) {
      const rows = await own.db.selectFrom(table).selectAll().execute();
      counts.push([table, rows.length]);
    }
    return Object.fromEntries(counts) as Record<string, number>;
  };
  const before = await count();
  for (const siteWords of ['draft', 'publish'] as const) {
    const { id } = await moveIn(own.db, place, undefined, null, { siteWords });
    expect(await count()).toMatchObject({ blog_posts: 1, redirect_rules: 2, authors: 1, site_documents: 2 });
    await undoImport(await contextAs(own.db, 'admin'), id);
    expect(await count()).toEqual(before);
  }
});

test('an own export with a part that is wrong is refused before anything of it is stored', async ({
  own,
}) => {
  const author = '- { slug: eve, name: Eve, links: [{ label: Site, address: "javascript:alert(1)" }] }';
  const wrong = {
    'authors.yaml': [author, 'author "Eve"'],
    'tags.yaml': [`- { slug: long, name: "${'x'.repeat(200)}" }`, 'tag "xxx'],
    'site.json': [JSON.stringify({ ...words, documents: { about: { mission: 7 } } }), 'about.mission'],
  } as const;
  for (const [path, [text, named]] of Object.entries(wrong)) {
    const place = await written({ ...files, [path]: text });
    await expect(moveIn(own.db, place)).rejects.toThrow(named);
    for (const table of [...tables, 'imports'] as const)
      expect(await own.db.selectFrom(table).selectAll().execute(), `${path} ${table}`).toEqual([]);
  }
});

test('an image of an own export keeps its bytes where they are what this product writes, else it is encoded again', async ({
  own,
}) => {
  const key = `images/featured-images/${'7'.repeat(39)}`;
  const drawn = await sharp(await photograph(40, 30))
    .jpeg({ quality: 90 })
    .toBuffer();
  const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
  const located = await sharp(drawn).withMetadata({ exif }).jpeg().toBuffer();
  const trailing = Buffer.concat([drawn, Buffer.from('hidden words')]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const stored = async (name: string, bytes: Uint8Array): Promise<Buffer | null> => {
    const images = `- { path: ${name} }`;
    const { id } = await moveIn(own.db, await written({ ...files, 'images.yaml': images, [name]: bytes }));
    const row = await own.db.selectFrom('images').select(['folder', 'name']).executeTakeFirst();
    await undoImport(await contextAs(own.db, 'admin'), id);
    await own.db.deleteFrom('images').execute();
    return row ? readFile(join(folder, 'store', row.folder, row.name)) : null;
  };
  expect(await stored(`${key}.jpg`, drawn)).toEqual(drawn);
  for (const bytes of [located, trailing]) {
    const again = await stored(`${key}.jpg`, bytes);
    expect(again?.includes('hidden words')).toBe(false);
    expect((await sharp(again ?? Buffer.alloc(0)).metadata()).exif).toBeUndefined();
  }
  expect(await stored(`${key}.png`, svg)).toBeNull();
  expect(await stored(`${key.replace('featured-images', 'logos')}.png`, svg)).not.toEqual(svg);
});
