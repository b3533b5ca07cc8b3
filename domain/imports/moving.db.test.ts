import { buffer } from 'node:stream/consumers';

import { sql } from 'kysely';
import { expect } from 'vitest';
import { ZipFile } from 'yazl';

import type { Database } from '#db/client.ts';
import { corpusPath, missingCorpus } from '#tests/corpora.ts';
import { test } from '#tests/database.ts';
import { onePixel } from '#tests/image-files.ts';
import { postsOf, useImports } from '#tests/use-imports.ts';
import type { ImportReport } from './import-report.ts';

const { written, moveIn } = useImports();
/** Files that went wrong; beside each rule that they show, this file has a small one of the same kind. */
const corpusMissing = missingCorpus('moving/README.md');
const corpus = (name: string) => corpusPath(`moving/${name}`);

const noted = ({ rows }: ImportReport) => Object.fromEntries(rows.map(({ title, notes }) => [title, notes.map(({ what }) => what)])); // prettier-ignore

const daysOf = async (db: Database) =>
  Object.fromEntries(
    (await sql<{ title: string; day: string }>`
      select title, to_char(published_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as day from blog_posts`.execute(db)).rows.map(({ title, day }) => [title, day]),
  ); // prettier-ignore

test('dates are read as they are written, in the zone of the source, and every doubt is named', async ({
  own,
}) => {
  const dated = (title: string, date: string) => `---\ntitle: ${title}\ndate: ${date}\n---\nWords.\n`;
  const report = await moveIn(own.db, await written({
    '_config.yml': 'title: Old\ntimezone: "Europe/Berlin"\n',
    '_posts/2013-7-3-named.md': '---\ntitle: Named\n---\nWords.\n',
    '_posts/a.md': dated('Slashes', '2013/7/13 20:46:25'),
    '_posts/b.md': dated('List', '[2019-07-02 10:00]'),
    '_posts/c.md': dated('Either', '03/04/2012'),
    '_posts/d.md': dated('Day first', '25/12/2012'),
    '_posts/toml.md': '+++\ntitle = "Toml"\ndate = 2019-07-02T10:00:00\n+++\nWords.\n',
    '_posts/none.md': '---\ntitle: None\n---\nWords.\n',
    'about.md': '---\ntitle: About\nkind: page\n---\nWords.\n',
  })); // prettier-ignore
  expect(await daysOf(own.db)).toMatchObject({
    Named: '2013-07-02 22:00',
    Slashes: '2013-07-13 18:46',
    List: '2019-07-02 08:00',
    Either: '2012-04-02 22:00',
    'Day first': '2012-12-24 23:00',
    Toml: '2019-07-02 08:00',
  });
  expect(noted(report)).toMatchObject({
    Slashes: [],
    Either: ['Date "03/04/2012": it was read as April 3, 2012'],
    None: ['It has no date, and gets the one of today'],
    About: [],
  });
});

test('a WordPress item that has only pubDate is of that day', async ({ own }) => {
  const item = '<item><title>Feed</title><pubDate>Fri, 07 Jun 2013 03:00:44 +0000</pubDate><wp:post_type>post</wp:post_type><wp:post_id>4</wp:post_id><wp:status>publish</wp:status></item>';
  await moveIn(own.db, await written({ 'a.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${item}</channel></rss>` }));
  expect(await daysOf(own.db)).toEqual({ Feed: '2013-06-07 03:00' });
}); // prettier-ignore

test('a WordPress text that plugins hide or let expire is a draft', async ({ own }) => {
  const hidden = {
    ended: ['_expiration-date', '1400000000'],
    members: ['_members_access_role', 'editor'],
    blocked: ['_wpmem_block', '1'],
    later: ['_expiration-date', '4102444800'],
    open: ['_wpmem_block', '0'],
  };
  const items = Object.entries(hidden).map(
    ([title, [key, value]], id) =>
      `<item><title>${title}</title><pubDate>Fri, 07 Jun 2013 03:00:44 +0000</pubDate><wp:post_type>post</wp:post_type><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status><wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta></item>`,
  );
  const wxr = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${items.join('')}</channel></rss>`;
  await moveIn(own.db, await written({ 'a.xml': wxr }));
  const posts = await own.db.selectFrom('blog_posts').select('title').where('published', '=', true).execute();
  expect(posts.map(({ title }) => title).toSorted()).toEqual(['later', 'open']);
});

test.skipIf(corpusMissing)('corpora/moving/dates: each text has its own day', async ({ own }) => {
  await moveIn(own.db, corpus('dates'));
  const days = Object.entries(await daysOf(own.db)).map(([title, day]) => [title, day.slice(0, 10)]);
  expect(Object.fromEntries(days)).toEqual({
    slash: '2013-07-13',
    dmylong: '2019-10-06',
    dots: '2019-07-02',
    offset: '2019-07-02',
    list: '2019-07-02',
    unix: '2019-07-02',
    '2013-7-3-short-file': '2013-07-03',
  });
});

test('one character that cannot be stored, or a value that is too long, stops nothing and is named', async ({ own }) => {
  const posts = [
    { id: 1, title: 'Half \ud83d', slug: 'half', html: '<p>\u0000A \udc00</p>', status: 'published', published_at: '2020-01-01 00:00:00', feature_image_caption: 'x' },
    { id: 2, title: 'Long', slug: 'long', html: '<p>B</p>', status: 'published', published_at: '2020-01-01 00:00:00', canonical_url: `https://a.test/${'x'.repeat(3_000)}` },
  ];
  const tags = [{ id: 1, name: '\u200b', slug: 'x' }, { id: 2, name: `${'n'.repeat(119)}🐢🐢`, slug: 'n' }];
  const data = { posts, tags, posts_tags: [{ post_id: 1, tag_id: 1 }, { post_id: 1, tag_id: 2 }] };
  const report = await moveIn(own.db, await written({ 'a.json': JSON.stringify({ db: [{ data }] }) }));
  expect(await postsOf(own.db)).toMatchObject([
    { title: 'Half \ufffd', content: '<p>A \ufffd</p>', published: true, tags: [`${'n'.repeat(119)}🐢`] },
    { title: 'Long', published: true },
  ]);
  expect(noted(report)).toEqual({
    'Half \ufffd': ['Characters that cannot be stored were taken out', 'tag "\u200b": Please enter a name.'],
    Long: [expect.stringMatching(/^Canonical Address: /)],
  });
}); // prettier-ignore

test('a wrong character of XML stays readable, and a title keeps what it says about tags', async ({ own }) => {
  const item = '<item><title>A&nbsp;B &#0; &lt;canvas&gt; &lt;em&gt;x&lt;/em&gt;</title><dc:creator>ann</dc:creator><wp:post_type>post</wp:post_type><wp:post_id>4</wp:post_id><wp:status>publish</wp:status><pubDate>Fri, 07 Jun 2013 03:00:44 +0000</pubDate></item>';
  const author = '<wp:author><wp:author_login>ann</wp:author_login><wp:author_display_name><![CDATA[Ann O&#8217;Dell]]></wp:author_display_name></wp:author>';
  await moveIn(own.db, await written({ 'a.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${author}${item}</channel></rss>` }));
  expect(await postsOf(own.db)).toMatchObject([{ title: 'A B \ufffd <canvas> x', author: 'Ann O’Dell' }]);
}); // prettier-ignore

test('entities of names, titles and excerpts are decoded once, in Markdown and in Ghost', async ({ own }) => {
  const head = 'title: "R&amp;D &lt;canvas&gt; &amp;amp;"\ndate: 2020-01-01\nauthor: "Ann O&#8217;Dell"\ntags: ["Q&amp;A"]\nexcerpt: "A &quot;b&quot;"';
  await moveIn(own.db, await written({ 'a.md': `---\n${head}\n---\nWords.\n` }));
  const data = { posts: [{ id: 1, title: 'Use <b> &amp; &lt;i&gt;', slug: 'z', html: '<p>B</p>', status: 'published', custom_excerpt: 'E &amp; F' }], tags: [{ id: 1, name: 'C&amp;D', slug: 'x' }], posts_tags: [{ post_id: 1, tag_id: 1 }], users: [{ id: 1, name: 'Bo &amp; Co' }], posts_authors: [{ post_id: 1, author_id: 1 }] };
  await moveIn(own.db, await written({ 'a.json': JSON.stringify({ data }) }));
  expect(await postsOf(own.db)).toMatchObject([
    { title: 'R&D <canvas> &amp;', author: 'Ann O’Dell', tags: ['Q&A'], excerpt: 'A "b"' },
    { title: 'Use <b> & <i>', author: 'Bo & Co', tags: ['C&D'], excerpt: 'E & F' },
  ]);
}); // prettier-ignore

test('an archive whose entry is longer than it says is refused with its name', async ({ own }) => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`<?xml version="1.0"?><rss>${'x'.repeat(20_000)}</rss>`), 'a.xml');
  zip.end();
  const length = (bytes: number) => Buffer.from(Uint32Array.of(bytes).buffer).toString('latin1');
  const bytes = (await buffer(zip.outputStream)).toString('latin1').replaceAll(length(20032), length(100));
  const place = await written({ 'a.zip': Buffer.from(bytes, 'latin1') });
  await expect(moveIn(own.db, `${place}/a.zip`)).rejects.toThrow(/^a\.xml cannot be read: too many bytes/);
});

test('two items with one id are two texts, one without a title has its first words, and again nothing changes', async ({ own }) => {
  const post = { id: 7, html: '<h1>One two <b>three</b></h1><p>And more.</p>', status: 'published', published_at: '2020-01-01 00:00:00' };
  const place = await written({ 'a.json': JSON.stringify({ db: [{ data: { posts: [{ ...post, title: '' }, { ...post, title: 'Second' }] } }] }) });
  expect((await moveIn(own.db, place)).totals).toMatchObject({ taken: 2 });
  expect(await postsOf(own.db)).toMatchObject([
    { title: 'One two three', slug: 'one-two-three', published: true },
    { title: 'Second', published: true },
  ]);
  expect((await moveIn(own.db, place)).totals).toMatchObject({ taken: 0, 'there already': 2 });
}); // prettier-ignore

test('every file with words is read or named: HTML, languages, other encodings, half of a front matter', async ({ own }) => {
  const text = (title: string) => `title: ${title}\ndate: 2020-01-01\n---\n`;
  const report = await moveIn(own.db, await written({
    'package.json': '{"name": "x", "data": {"db": 1}}',
    'content/html.html': `---\n${text('Html')}<p>Words <b>here</b>.</p>\n`,
    'content/open.md': `${text('Open')}Words.\n`,
    'content/late.md': `\n\n---\n${text('Late')}Words.\n`,
    'content/wide.md': Buffer.from(`\ufeff---\n${text('Wide é')}Words.\n`, 'utf16le'),
    'content/trip/index.md': `---\n${text('Trip')}Words.\n`,
    'content/trip/index.fr.md': `---\n${text('Voyage')}Mots.\n`,
    'content/vue.js.md': `---\n${text('Vue')}Words.\n`,
    'content/old.textile': 'h1. Words',
    'files/paper.pdf': '%PDF',
    'themes/x/layouts/index.html': '<p>{{ content }}</p>',
  })); // prettier-ignore
  expect((await postsOf(own.db)).map(({ slug, title }) => [slug, title])).toEqual([
    ['html', 'Html'], ['late', 'Late'], ['open', 'Open'], ['trip', 'Trip'], ['trip-2', 'Voyage'], ['vue-js', 'Vue'], ['wide', 'Wide é'],
  ]); // prettier-ignore
  expect(await postsOf(own.db)).toMatchObject([{ content: '<p>Words <b>here</b>.</p>' }, {}, {}, {}, {}, {}, {}]);
  expect((await sql`select language from blog_posts where title = 'Voyage'`.execute(own.db)).rows).toEqual([{ language: 'fr' }]);
  expect(report.rows.filter(({ outcome }) => outcome === 'left out').map(({ place, reason }) => [place, reason])).toEqual([
    ['content/old.textile', 'Files of this kind cannot be read.'],
    ['files/paper.pdf', 'Files of this kind cannot be read.'],
  ]);
}); // prettier-ignore

test.skipIf(corpusMissing).for([
  ['two-items-one-id.xml', { taken: 2, 'left out': 0 }],
  ['wordpress-in-parts.zip', { taken: 2, 'left out': 0 }],
  ['jekyll-html-posts', { taken: 2, 'left out': 1 }],
  ['package-json-beside', { taken: 1, 'left out': 0 }],
  ['nul-in-text', { taken: 1, failed: 0 }],
] as const)('corpora/moving/%s: every text is taken or named', async ([name, totals], { own }) => {
  const report = await moveIn(own.db, corpus(name));
  expect(report.totals).toMatchObject(totals);
  if (name === 'nul-in-text') expect(noted(report)).toEqual({ 'Nul char': ['Characters that cannot be stored were taken out'] });
}); // prettier-ignore

const rulesOf = async (db: Database) =>
  (await sql<{ rule: string }>`select source || case when is_prefix then '/*' else '' end || ' ' || coalesce(target, 'gone') || ' ' || status as rule from redirect_rules order by 1`.execute(db)).rows.map(({ rule }) => rule); // prettier-ignore

test('C, C++ and C# are three tags, full width and capitals are the same one, and again nothing changes', async ({ own }) => {
  const tags = ['C', 'c++', 'C#', 'C++', 'Ｃ＃', '.NET', 'Net'];
  const texts = tags.map((tag, n) => [`t${n}.md`, `---\ntitle: T${n}\ndate: 2020-01-01\ntags: ["${tag}"]\n---\nWords.\n`]);
  const place = await written(Object.fromEntries(texts));
  const terms = async () => (await sql<{ name: string; slug: string }>`select name, slug from blog_tags`.execute(own.db)).rows;
  await sql`insert into blog_tags (name, slug) values ('C++', 'c')`.execute(own.db);
  await moveIn(own.db, place);
  const found = await terms();
  expect(found.map(({ name }) => name).toSorted()).toEqual(['.NET', 'C', 'C#', 'C++', 'Net']);
  expect(new Set(found.map(({ slug }) => slug)).size).toBe(5);
  await moveIn(own.db, place);
  expect(await terms()).toEqual(found);
}); // prettier-ignore

test('old addresses of feeds, lists, terms, authors and days lead to ours', async ({ own }) => {
  const category = (slug: string, parent: string) => `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent></wp:category>`;
  const post = (id: number, link: string, slug: string) => `<item><title>Title ${id}</title><link>${link}</link><dc:creator>ann</dc:creator><wp:post_name>${slug}</wp:post_name><wp:post_type>post</wp:post_type><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status><wp:post_date_gmt>2019-07-02 10:00:00</wp:post_date_gmt><category domain="category" nicename="child">Child</category><category domain="post_tag" nicename="%e4%b8%ad">中</category><content:encoded><![CDATA[<p><a href="/b//two/">x</a></p>]]></content:encoded></item>`;
  await moveIn(own.db, await written({ 'a.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.test</link>${category('parent', '')}${category('child', 'parent')}${post(1, '/b/one', 'one')}${post(2, 'https://old.test//b//two/', '%e4%b8%ad%e6')}</channel></rss>` }));
  const rules = await rulesOf(own.db);
  for (const rule of [
    '/feed/* /rss.xml', '/rss/* /rss.xml', '/feed.xml /rss.xml', '/index.xml /rss.xml', '/atom.xml /rss.xml', '/page/* /blog',
    '/category/parent/child/* /blog/category/child', '/category/parent/child/feed/* /rss.xml',
    '/tag/%E4%B8%AD/* /blog/tag/zhong', '/author/ann/* /authors/ann', '/2019/* /blog', '/2019/07/02/one/* /blog/one',
    '/b/one/* /blog/one', '/b/two/* /blog/title-2', '/%3Fp%3D1 /blog/one',
  ]) expect(rules).toContain(`${rule} 301`);
  expect(await postsOf(own.db)).toMatchObject([{ content: expect.stringContaining('href="/blog/title-2"') }, {}]);
}); // prettier-ignore

test('redirects of the old site come in as a file; each wrong row is named, and again nothing changes', async ({ own }) => {
  const table = 'From,To,Status\n/a,/b,301\n/c,ftp://d.test,301\n/e,/f,299\n/g,/g,301\nhttps://old.test/h,https://i.test/,302\n/?p=7,/b,301\n/a,/z,301\n';
  const place = `${await written({ 'moves.txt': table })}/moves.txt`;
  const [first, again] = [await moveIn(own.db, place), await moveIn(own.db, place)];
  expect(await rulesOf(own.db)).toEqual(['/%3Fp%3D7 /b 301', '/a /b 301', '/h https://i.test/ 302']);
  expect(first.rows.map(({ place: row, title, outcome, reason }) => [row, title, outcome, reason])).toEqual([
    ['moves.txt, row 3', '/c', 'left out', expect.stringContaining('To must be')],
    ['moves.txt, row 4', '/e', 'left out', 'Choose 301, 302, 308 or 410.'],
    ['moves.txt, row 8', '/a', 'left out', 'It leads to /b already.'],
    ['moves.txt, row 5', '/g', 'left out', '/g would lead to itself.'],
  ]);
  expect(again.redirects.filter(({ problem }) => problem === '')).toHaveLength(3);
}); // prettier-ignore

test('redirects beside the texts of a site are taken with them', async ({ own }) => {
  const text = '---\ntitle: A\ndate: 2020-01-01\nredirect_from: [/very/old/]\n---\nWords.\n';
  const report = await moveIn(own.db, await written({ 'content/a.md': text, 'static/_redirects': '/x/* /blog/:splat\n', '.htaccess': 'Redirect 301 /y /blog/a\n' }));
  expect(report.totals).toMatchObject({ taken: 1, 'left out': 0 });
  const rules = await rulesOf(own.db);
  for (const rule of ['/x/* /blog/*', '/y/* /blog/a/*', '/very/old/* /blog/a']) expect(rules).toContain(`${rule} 301`);
}); // prettier-ignore

test.skipIf(corpusMissing)('corpora/moving: seven tags with seven addresses, and the relative links of Squarespace', async ({ own }) => {
  await moveIn(own.db, corpus('c-cpp-csharp'));
  expect((await sql`select count(distinct slug)::int as tags from blog_tags`.execute(own.db)).rows).toEqual([{ tags: 7 }]);
  await moveIn(own.db, corpus('squarespace.xml'));
  expect(await rulesOf(own.db)).toContain('/blog/2013/6/7/relative-link-post/* /blog/relative-link-post 301');
  expect((await postsOf(own.db)).find(({ slug }) => slug === 'relative-link-post')).toMatchObject({ content: expect.stringContaining('href="/blog/other-post"') });
}); // prettier-ignore

test('an image is found however its name is written, and one that is not there is named with its text', async ({ own }) => {
  const body = [
    `![a](caf%C3%A9.png) ![b](${'café.png'.normalize('NFC')}) <img src="two%20words.png?w=300"> <img src="two words.png">`,
    '<img srcset="small.png 300w, /img/large.png 900w"> <img src="data:image/gif;base64,R0" data-src="/img/large.png">',
    '<img src="/img/placeholder.gif" data-lazy-src="/img/large.png"><noscript><img src="/img/large.png"></noscript>',
    '<a href="/img/large.png"><img src="two words.png"></a> <img src="/IMG/large-300x200.png"> <img src="//cdn.test/x.png"> ![gone](gone.png)',
  ].join('\n\n');
  const report = await moveIn(own.db, await written({
    [`posts/${'café.png'.normalize('NFD')}`]: onePixel, 'posts/two words.png': onePixel, 'static/img/large.png': onePixel,
    'posts/a.md': `---\ntitle: A\ndate: 2020-01-01\n---\n${body}\n`,
  }));
  const [{ content } = { content: '' }] = await postsOf(own.db);
  expect(String(content).match(/<img /g)).toHaveLength(9);
  expect(content).toMatch(/<a href="\/storage[^"]+"><img/);
  expect(report.rows[0]?.missing).toEqual([
    { address: '//cdn.test/x.png', reason: 'It is on the old site. Fetching images from the web is off.' },
    { address: 'gone.png', reason: 'It is not in the export.' },
  ]);
}); // prettier-ignore

test.skipIf(corpusMissing)('corpora/moving/image-names-nfd: two images and the cover', async ({ own }) => {
  expect((await moveIn(own.db, corpus('image-names-nfd'))).totals).toMatchObject({ taken: 1, missing: 0 });
});

test('images of Ghost and WordPress are found in full size, whatever size a text names', async ({ own }) => {
  const root = '__GHOST_URL__/content/images';
  const html = `<img src="${root}/size/w600/2020/caf%C3%A9.png"><img src="${root}/2020/café-300x200.png"><img src="https://old.test/content/images/format/webp/2020/café.png">`;
  const post = { id: 1, title: 'G', slug: 'g', status: 'published', html, feature_image: `${root}/2020/café.png` };
  const ghost = await moveIn(own.db, await written({ 'x/data/a.json': JSON.stringify({ data: { posts: [post] } }), 'x/content/images/2020/café.png': onePixel }));
  expect(ghost.rows[0]).toMatchObject({ images: 4, missing: [] });
  const image = '<img src="https://old.test/a-300x200.jpg" srcset="https://old.test/a-300x200.jpg 300w, https://old.test/a.jpg 1200w"> <img src="//old.test/b.jpg">';
  const item = `<item><title>W</title><wp:post_type>post</wp:post_type><wp:post_id>4</wp:post_id><wp:status>publish</wp:status><content:encoded><![CDATA[${image} <a href="//old.test/c">c</a>]]></content:encoded></item>`;
  const { rows } = await moveIn(own.db, await written({ 'a.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${item}</channel></rss>` }));
  expect(rows[0]?.missing.map(({ address }) => address)).toEqual(['https://old.test/a.jpg', '//old.test/b.jpg']);
  expect(await postsOf(own.db)).toMatchObject([{}, { content: expect.stringMatching(/href="https:\/\/old\.test\/b\.jpg">Image: b\.jpg.*href="https:\/\/old\.test\/c"/) }]);
}); // prettier-ignore
