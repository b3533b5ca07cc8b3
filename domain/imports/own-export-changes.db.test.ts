import { expect } from 'vitest';

import { test } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { useImports } from '#tests/use-imports.ts';
import { undoImport } from './undo-import.ts';

const { written, moveIn, tryIn } = useImports();

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
