import { beforeAll, describe, expect, test } from 'vitest';

import { createPublishedWords } from '#domain/site/published-words.ts';
import { defaultWords } from '#domain/site/site-words.ts';
import { useDatabase } from '#tests/database.ts';
import { fillPublicSite } from '#tests/public-site.ts';
import { createWebUnderTest, type WebUnderTest } from '#tests/web-under-test.ts';

/** The parts of the public pages as they arrive: what a reader without script has. */

const database = useDatabase();
let web: WebUnderTest;
beforeAll(async () => {
  const words = createPublishedWords();
  await words.load(database.db);
  web = await createWebUnderTest(database.db, words);
});

const page = async (path: string) => (await web.get(path)).text();
const mainOf = (html: string) => /<main[^]*<\/main>/.exec(html)?.[0] ?? '';

/** The text for a reader, with the address of each link behind its words. */
const readIn = (html: string) =>
  html
    .replaceAll(/<svg[^]*?<\/svg>/g, '')
    .replaceAll(/<a [^>]*?href="([^"]*)"[^>]*>([^]*?)<\/a>/g, ' $2 ($1) ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const addressesIn = (html: string) => [...html.matchAll(/<h3[^>]*><a href="([^"]*)"/g)].map(([, to]) => to);
const featuredIn = (html: string) => /<h2>Featured Blog Posts[^]*?<\/section>/.exec(html)?.[0] ?? '';

test('before anything was published home shows two fallback cards, and the blog says so', async () => {
  const addresses = addressesIn(featuredIn(await page('/')));
  expect(addresses).toHaveLength(2);
  for (const address of addresses) expect((await web.get(address ?? '')).status).toBe(200);
  const blog = readIn(mainOf(await page('/blog')));
  expect(blog).toMatch(/No Posts Yet .*Return to Home \(\/\)/);
  expect(blog).toContain('Subscribe');
});

describe('a site in use', () => {
  beforeAll(() => fillPublicSite(database.db));

  test.for([
    ['/', ['Home']],
    ['/blog/rich', ['Blog']],
    ['/nowhere', []],
  ])('%s has the footer and the header, which says where that is', async ([path, current]) => {
    const html = await page(String(path));
    const header = /<header class="site-header">[^]*?<\/header>/.exec(html)?.[0] ?? '';
    const { name, tagline, email, offices, social } = defaultWords.general;
    const entries = 'Home (/) About (/about) Blog (/blog) Contact (/contact)';
    expect(readIn(header)).toBe(`${name} (/) ${entries}`);
    expect([...header.matchAll(/aria-current="page">(\w+)/g)].map(([, one]) => one)).toEqual(current);
    const links = social.map(({ label, address }) => `${label} (${address})`);
    expect(readIn(html.slice(html.indexOf('<footer class="site-footer">')))).toContain(
      [
        tagline,
        `Navigation ${entries} JV Program (/jv-program)`,
        `Connect ${links.join(' ')} ${email} (mailto:${email}) RSS (/rss.xml)`,
        `Offices ${offices.map((office) => office.name).join(' ')}`,
        `© ${new Date().getUTCFullYear()} ${name} Privacy (/privacy) Terms (/terms) Cookies (/cookies)`,
      ].join(' '),
    );
  });

  test('home leads to the forms and to two featured posts', async () => {
    const html = mainOf(await page('/'));
    expect(html.match(/<h1/g)).toHaveLength(1);
    const text = readIn(html);
    expect(text).toMatch(/^we build anything .*Work with us \(\/contact\) Learn more → \(\/about\)/);
    expect(text).toContain('View all posts (/blog)');
    expect(text).toMatch(/Get in touch \(\/contact\)$/);
    expect(addressesIn(featuredIn(html))).toEqual(['/blog/rich', '/blog/featured-1']);
  });

  test('about shows a portrait of each person, and leads to the joint venture', async () => {
    const html = mainOf(await page('/about'));
    expect(html.match(/<li class="person/g)).toHaveLength(3);
    expect(html.match(/"Portrait of [^"]+"/g)).toHaveLength(3);
    expect(html).toContain('href="/jv-program"');
  });

  test('a card of the blog has link, category, date, read time, excerpt, author, and a cover unlike its neighbors', async () => {
    const html = mainOf(await page('/blog'));
    const cards = [...html.matchAll(/<article[^]*?<\/article>/g)].map(([card]) => readIn(card));
    expect(cards).toHaveLength(12);
    expect(cards).toContain(
      'Engineering December 31, 2025 2 min read Everything at once (/blog/rich) A post with all that a post can hold. Ada Author',
    );
    expect(cards.find((card) => card.includes('/blog/empty'))).toMatch(/^February 1, 2026 1 min read /);
    const covers = [...html.matchAll(/class="(cover [^"]*)"><svg/g)].map(([, cover]) => cover);
    expect(covers).toHaveLength(11);
    for (const [index, cover] of covers.entries()) expect(cover).not.toBe(covers[index + 1]);
    expect(html).toMatch(/<label[^>]*>Email<\/label> <input [^>]*type="email"/);
    expect(readIn(html)).toContain('Older posts → (/blog?page=2)');
  });

  test('a post shows all its parts', async () => {
    const html = mainOf(await page('/blog/rich'));
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(readIn(html)).toMatch(
      /^← Back to Blog \(\/blog\) Engineering \(\/blog\/category\/engineering\) Everything at once A post with all that a post can hold\. Ada Author \(\/authors\/ada-author\) December 31, 2025 2 min read Tools \(\/blog\/tag\/tools\) Contents .* First part .*Folded away\. Published December 31, 2025 /,
    );
  });

  test.each(['/', '/blog', '/blog/rich', '/about'])(
    'what %s shows is not written down for scripts, which it does not have',
    async (path) => {
      const data = await page(`${path === '/' ? '/_root' : path}.data`);
      expect(data).toContain('"data"');
      expect(data.length).toBeLessThan(2_000);
    },
  );

  test('the forms ask for what the firm needs to know', async () => {
    const contact = mainOf(await page('/contact'));
    expect(fieldsIn(contact)).toEqual(['Name: text', 'Email: email', 'Subject: text', 'Message: 6 rows']);
    expect(readIn(contact)).toMatch(
      /Offices Las Vegas Toronto Sunshine Coast Social LinkedIn \(.*Map Location/,
    );

    const program = mainOf(await page('/jv-program'));
    expect(fieldsIn(program)).toEqual([
      'Name: text',
      'Email: email',
      'Phone: tel, may be empty',
      'Industry: text',
      'Business Stage: select',
      'Funding to Date: text, may be empty',
      'Problem Description: 5 rows',
    ]);
    expect(program).toContain('data-busy="Submitting..."');
    expect(program).toMatch(/<option (?=[^>]*disabled)[^>]*value=""[^>]*>Select stage</);
    for (const stage of ['idea">Idea Stage', 'building">Actively Building', 'startup">Startup'])
      expect(program).toContain(`<option value="${stage}<`);
    expect(program).toContain('<option value="established">Established Business<');
  });
});

/** Label, kind, and whether it may be empty, of each field that a visitor sees. */
function fieldsIn(html: string): string[] {
  const form = /<form[^]*?<div class="visually-hidden"/.exec(html)?.[0] ?? '';
  return [...form.matchAll(/<label for[^>]*>([^<]*)<[^]*?<(input|textarea|select)([^>]*)/g)].map(
    ([, label = '', element, attributes = '']) => {
      const rows = /rows="(\d)"/.exec(attributes)?.[1];
      const kind = /type="(\w+)"/.exec(attributes)?.[1] ?? (rows ? `${rows} rows` : element);
      return `${label}: ${kind}${attributes.includes('required') ? '' : ', may be empty'}`;
    },
  );
}

test.each(['/Admin/login', '/%61dmin/login'])('%s is the admin, too', async (path) => {
  expect(readIn(await page(path))).toContain('Sign In');
});
