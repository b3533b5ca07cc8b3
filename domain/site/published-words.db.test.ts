import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';

import { readContentVersion } from '#db/queries/content-version.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { useDatabase } from '#tests/database.ts';
import { createPublishedWords, readContent, readBrand } from './published-words.ts';
import { parseDocument } from './document-values.ts';
import { defaultWords } from './site-words.ts';

const { db } = useDatabase();

const { navigation } = defaultWords;
const withoutWork = {
  ...defaultWords,
  navigation: { ...navigation, header: navigation.header.slice(0, -1) },
};

beforeEach(() => db.deleteFrom('site_documents').execute());

test('an installation without edits shows the defaults', async () => {
  const words = createPublishedWords();
  await words.load(db);
  expect(words.current()).toEqual(withoutWork);
  expect((await readBrand(db)).name).toBe(defaultWords.general.name);
});

test('a stored document shows what was edited and the defaults of the rest', async () => {
  await write('general', { published: { name: 'Boatworks' }, draft: { name: 'Secret' } });
  const words = createPublishedWords();
  await words.load(db);
  expect(words.current()).toEqual({
    ...withoutWork,
    general: { ...defaultWords.general, name: 'Boatworks' },
  });
  expect((await readBrand(db)).name).toBe('Boatworks');
});

test('Work enters the header with the first public case study, unless the owner hid it', async () => {
  const words = createPublishedWords();
  const { version } = await readContent(db, words, undefined);
  const ctx = await contextAs(db, 'editor');
  await addPost(ctx, { title: 'Ferry', kind: 'case_study', client: 'Ferry Inc.', published: 'true' });
  await readContent(db, words, version);
  expect(words.current().navigation.header.at(-1)).toMatchObject({ address: '/work', isVisible: true });
  // A header that was stored before there was Work.
  await write('navigation', { published: { header: [{ label: '', address: '/about', isVisible: true }] } });
  await words.load(db);
  expect(words.current().navigation.header).toMatchObject([
    { address: '/about' },
    { address: '/work', isVisible: true },
  ]);
  const taken = parseDocument('navigation', { ...navigation, header: navigation.header.slice(0, 1) });
  expect(taken['header']).toMatchObject([{ address: '/' }, { address: '/work', isVisible: false }]);
  await db.deleteFrom('site_documents').execute();
  await write('navigation', { published: { header: [{ label: '', address: '/work', isVisible: false }] } });
  await words.load(db);
  expect(words.current().navigation.header).toMatchObject([{ address: '/work', isVisible: false }]);
  await db.deleteFrom('blog_posts').execute();
});

test('a change of the published words raises the content version with the key of the document, a draft does not', async () => {
  const since = (await readContentVersion(db, undefined)).version;
  await write('home', { published: { lead: 'New' } });
  expect((await readContentVersion(db, since)).changes).toEqual(['site:home']);
  const now = (await readContentVersion(db, undefined)).version;
  await db
    .updateTable('site_documents')
    .set({ draft: JSON.stringify({ lead: 'Draft' }), version: 2 })
    .execute();
  expect(await readContentVersion(db, now)).toMatchObject({ version: now, changes: [] });
});

test('readContent reads the words before it reports that they changed, and not when they did not', async () => {
  const words = createPublishedWords();
  const first = await readContent(db, words, undefined);
  await write('general', { published: { name: 'One' } });
  const second = await readContent(db, words, first.version);
  expect(words.current().general.name).toBe('One');
  await sql`alter table site_documents rename to elsewhere`.execute(db);
  try {
    // A statement about the words would fail now.
    await expect(words.load(db)).rejects.toThrow('site_documents');
  } finally {
    await sql`alter table elsewhere rename to site_documents`.execute(db);
  }
  const loaded = words.current();
  await readContent(db, words, second.version);
  expect(words.current(), 'not read again').toBe(loaded);
});

function write(name: string, { published = {}, draft = null }: Record<string, unknown>): Promise<unknown> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return sql`
    insert into site_documents (name, published, draft, save_kind)
    values (${name}, ${json(published)}, ${json(draft)}, 'publish')`.execute(db);
}
