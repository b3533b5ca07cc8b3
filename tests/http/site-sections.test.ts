import { expect, test } from 'vitest';

import { createPost } from '#tests/post-forms.ts';
import { createPublishedWords } from '#domain/site/published-words.ts';
import { importSiteWords } from '#domain/site/site-words-file.ts';
import { useDatabase } from '#tests/database.ts';
import { addStoredImage, contextAs, contextOn, newPost } from '#tests/factories.ts';
import { createWebUnderTest } from '#tests/web-under-test.ts';

const database = useDatabase();

/** The web with words of the owner. */
async function siteWith(documents: Record<string, Record<string, unknown>>) {
  const words = createPublishedWords();
  await importSiteWords(contextOn(database.db), { format: 'site-words-1', documents }, true);
  await words.load(database.db);
  return createWebUnderTest(database.db, words);
}

/** The parts of a page that stand in it, in their order. */
function found(page: string, parts: readonly string[]): string[] {
  const places = parts.map((part) => ({ part, place: page.indexOf(part) })).filter(({ place }) => place >= 0);
  return places.toSorted((one, other) => one.place - other.place).map(({ part }) => part);
}

const build = '>What we build<';
const method = '>How we work with agents<';
const ways = '>Ways to work with us<';
const clients = '>Clients<';
const featured = '>Featured Blog Posts<';
const sections = [build, method, ways, clients, featured];

test('GET / shows the sections of the owner in the order of the owner, and new ones once they have content', async () => {
  const { get } = await siteWith({ home: {} });
  expect(found(await (await get('/')).text(), sections)).toEqual([build, method, featured]);

  const editor = await contextAs(database.db, 'editor');
  const quote = { quote: 'They listened.', quoteName: 'Ann Moss', published: 'true' };
  await createPost(editor, newPost({ kind: 'case_study', title: 'Ferry', client: 'Ferry Inc.', ...quote }));
  const way = { name: 'A first page', text: 'Two days.', duration: '1 week', price: '$6,000', address: '' };
  const shown = (section: string, isVisible: boolean) => ({ section, isVisible });
  const { src: heroImage } = await addStoredImage(database.db);
  const own = await siteWith({
    home: {
      heroImage,
      heroImageAlt: 'Our harbor',
      ways: [way],
      sections: [shown('Clients', true), shown('No such section', true), shown('How we work', false)],
    },
    about: { sections: [shown('Team', false)] },
  });
  const home = await (await own.get('/')).text();
  expect(found(home, sections)).toEqual([clients, build, ways, featured]);
  expect(
    found(home, ['class="hero-drawing"', 'alt="Our harbor"', heroImage.split('.', 1)[0] ?? '']),
  ).toHaveLength(2);
  for (const said of ['They listened.', 'Ann Moss', '1 week', '$6,000']) expect(home).toContain(said);
  const about = await (await own.get('/about')).text();
  expect(found(about, ['The people behind the work', '/jv-program'])).toEqual(['/jv-program']);
});

test('a JV program that is switched off is nowhere on the site', async () => {
  const addresses = ['/', '/about', '/contact', '/sitemap.xml'];
  const linking = async ({ get }: Awaited<ReturnType<typeof siteWith>>) => {
    const texts = await Promise.all(addresses.map(async (address) => (await get(address)).text()));
    return addresses.filter((_, index) => texts[index]?.includes('/jv-program'));
  };
  const on = await siteWith({ jv: {} });
  expect([(await on.get('/jv-program')).status, await linking(on)]).toEqual([200, addresses]);

  const off = await siteWith({ jv: { isOn: false } });
  const page = await off.get('/jv-program');
  expect([page.status, await linking(off)]).toEqual([404, []]);
  expect(await page.text()).toContain('Oops! Page not found');
  const body = new URLSearchParams({ name: 'Ann', email: 'ann@visitor.test' });
  const headers = { origin: 'https://firm.example' };
  const request = new Request('https://firm.example/jv-program', { method: 'POST', body, headers });
  const sent = await off.render(request, { requestId: 'test', clientAddress: '192.0.2.1', nonce: 'bm9uY2U' });
  expect(sent.status).toBe(404);
  expect(await database.db.selectFrom('messages').select('id').execute()).toEqual([]);
});
