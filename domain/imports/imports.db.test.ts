import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';

import { createArchiveWriter } from '#adapters/zip-writer.ts';
import type { Database } from '#db/client.ts';
import { insertJob } from '#db/queries/jobs.ts';
import { invalid } from '#domain/core/errors.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import { wordsOf } from '#domain/imports/plain-words.ts';
import { articlesMissing, readArticles } from '#tests/articles.ts';
import { exportsMissing } from '#tests/blog-exports.ts';
import { corpusPath } from '#tests/corpora.ts';
import { countLockWaits, createOwnDatabase, test } from '#tests/database.ts';
import { urlOf } from '#tests/database-url.ts';
import { contextAs } from '#tests/factories.ts';
import { onePixel } from '#tests/image-files.ts';
import { postsOf, useImports } from '#tests/use-imports.ts';
import { isLong } from '#tests/long.ts';
import { startProcess } from '#tests/process.ts';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { reportCsv, type ImportReport } from './import-report.ts';
import { importItem } from './import-item.ts';
import { listedItem } from './open-export.ts';
import { planImport } from './plan-import.ts';
import { undoImport } from './undo-import.ts';

const wordpressFile = corpusPath('blog-exports/themeunittestdata.wordpress.xml');
const { folder, written, moveIn, tryIn } = useImports();

const blog = {
  'content/posts/2024-01-05-first.md': `---
title: "First: a *start*"
date: 2024-01-05T10:20:30+02:00
categories: [Engineering, Notes]
tags: [rust]
authors: [Ada Lovelace]
description: How it began.
cover: /img/cover.png
aliases: [/Old/First/]
---
See [the second](second.md#end) and [again](/2024/01/05/first/amp/).

![A dot](dot.png "Dot") ![Away](https://old.test/a.png)

{{< youtube dQw4w9WgXcQ >}} {{< tweet 1 >}}
`,
  'content/posts/dot.png': onePixel,
  'static/img/cover.png': onePixel,
  'content/posts/second.md':
    '+++\ntitle = "Second"\ndraft = true\n[taxonomies]\ntags = ["rust", "go"]\n+++\nWords.\n',
  'content/about-us.md': '---\ntitle: About us\nkind: page\ndate: 2020-02-02\n---\nWe.\n',
  'README.md': '# Readme\n',
};

test('a title, excerpt or description is cut at its limit, and the report says so', async ({ db }) => {
  const lines = ['---', 'date: 2024-01-05', `title: ${'t'.repeat(400)}`, `excerpt: ${'e'.repeat(2_500)}`];
  const emoji = ['---', 'date: 2024-01-05', `title: ${'🐢'.repeat(250)}`, '---', 'Words.'];
  const place = await written({
    'long.md': [...lines, `meta_description: ${'d'.repeat(501)}`, '---', 'Words.'].join('\n'),
    'turtles.md': emoji.join('\n'),
  });
  const { rows } = await moveIn(db, place);
  const { rows: stored } = await sql<Record<string, number>>`
    select char_length(title) as title, char_length(excerpt) as excerpt, char_length(meta_description) as description
    from blog_posts order by slug`.execute(db);
  expect(stored).toEqual([
    { title: 300, excerpt: 2_000, description: 500 },
    { title: 250, excerpt: null, description: null },
  ]);
  expect(rows.map(({ notes }) => notes.map(({ what }) => what))).toEqual([
    ['Title: cut at 300 characters', 'Excerpt: cut at 2000 characters', 'Description: cut at 500 characters'],
    [],
  ]);
});

test('an address that two texts had leads to the first, and the report says so', async ({ db }) => {
  const text = (title: string) => `---\ntitle: ${title}\ndate: 2024-05-06\naliases: [/old]\n---\nWords.`;
  const { redirects } = await moveIn(db, await written({ 'a.md': text('A'), 'b.md': text('B') }));
  expect(redirects.filter(({ from }) => from === '/old/*')).toEqual([
    { from: '/old/*', to: '/blog/a', problem: '' },
    { from: '/old/*', to: '/blog/b', problem: 'It leads to /blog/a already.' },
  ]);
});

test('a folder of Markdown becomes posts with their images, terms, dates and links; again, nothing changes', async ({ own }) => {
  const place = await written(blog);
  const planned = await tryIn(own.db, place);
  expect((await postsOf(own.db)).length).toBe(0);
  const report = await moveIn(own.db, place);
  expect(planned.totals).toEqual(report.totals);
  expect(planned.redirects).toEqual(report.redirects);
  expect(report.totals).toMatchObject({ taken: 3, 'left out': 1, failed: 0, images: 2, missing: 1 });
  expect(reportCsv(report)).toContain('shortcode tweet');
  const { rows: estimated } = await sql`
    select reltuples::int as posts from pg_class where relname = 'blog_posts'`.execute(own.db);
  expect(estimated).toEqual([{ posts: 3 }]);

  const [about, first, second] = await postsOf(own.db);
  expect(about).toMatchObject({ kind: 'page', slug: 'about-us', published: true });
  expect(second).toMatchObject({ slug: 'second', published: false, tags: ['go', 'rust'] });
  expect(first).toMatchObject({
    slug: 'first',
    title: 'First: a *start*',
    excerpt: 'How it began.',
    category: 'Engineering',
    author: 'Ada Lovelace',
    tags: ['Notes', 'rust'],
    published_at: new Date('2024-01-05T08:20:30Z'),
  });
  expect(first?.['content']).toMatch(/href="\/blog\/second#anchor-end".*href="\/blog\/first"/s);
  expect(first?.['content']).toMatch(/<img src="\/storage\/blog-images\/editor-images\/\d+\.gif" alt="A dot"/);
  expect(first?.['content']).toContain('<a href="https://old.test/a.png">Image: Away</a>');
  expect(first?.['content']).toContain('youtube-nocookie.com/embed/dQw4w9WgXcQ');
  expect(report.redirects.map(({ from, to }) => `${from} ${to}`)).toEqual(
    expect.arrayContaining(['/old/first/* /blog/first', '/2024/01/05/first/* /blog/first']),
  );

  const before = await postsOf(own.db);
  const again = await moveIn(own.db, place);
  expect(again.totals).toMatchObject({ taken: 0, 'there already': 3 });
  expect(await postsOf(own.db)).toEqual(before);
}); // prettier-ignore

test('a file of the same name with another text is not the one that was imported before', async ({ own }) => {
  const one = { 'hello.md': '---\ntitle: One\n---\nWords.\n' };
  const other = { 'hello.md': '---\ntitle: Other\n---\nMore words.\n' };
  for (const files of [one, other]) expect((await moveIn(own.db, await written(files))).totals.taken).toBe(1);
  expect((await moveIn(own.db, await written(one))).totals['there already']).toBe(1);
  expect((await postsOf(own.db)).map(({ title }) => title)).toEqual(['One', 'Other']);
});

test('a text that fails gets no redirect, as its address would lead nowhere', async ({ own }) => {
  const text = `---\ntitle: Long\naliases: [/old]\n---\n${'a\n\n'.repeat(50_001)}`;
  const place = await written({ 'long.md': text });
  for (const report of [await tryIn(own.db, place), await moveIn(own.db, place)])
    expect(report).toMatchObject({ totals: { taken: 0, failed: 1 }, redirects: [] });
});

test('a post for later stays one, however far its day is; one whose date cannot be read becomes a draft', async ({ own }) => {
  const report = await moveIn(own.db, await written({
    'later.md': '---\ntitle: Later\ndate: 2999-01-01\n---\nWords.\n',
    'unread.md': '---\ntitle: Unread\ndate: in spring\n---\nWords.\n',
  }));
  expect(await postsOf(own.db)).toMatchObject([
    { slug: 'later', published: true, published_at: new Date('2999-01-01T00:00:00Z') },
    { slug: 'unread', published: false },
  ]);
  expect(report.rows.map(({ state }) => state)).toEqual(['scheduled', 'draft']);
  expect(reportCsv(report)).toContain('It becomes a draft: its date cannot be read');
}); // prettier-ignore

test('a run that was cut off goes on, and ends as one that was not', async ({ own }) => {
  const texts = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`p${n}.md`, `---\ntitle: Text ${n}\ntags: [a, t${n % 3}]\n---\n[next](p${(n + 1) % 12}.md)`]),
  );
  const place = await written(texts);
  const stop = (after: number) => (done: number) => {
    if (done >= after) throw new Error('Killed.');
  };
  for (const after of [1, 4, 2]) await expect(moveIn(own.db, place, stop(after))).rejects.toThrow('Killed.');
  expect((await moveIn(own.db, place)).totals.failed).toBe(0);
  const posts = await postsOf(own.db);
  expect(posts.map(({ slug }) => slug)).toEqual(Object.keys(texts).map((path) => path.slice(0, -3)).toSorted());
  expect(posts[0]?.['content']).toContain('href="/blog/p1"');
}); // prettier-ignore

const countCharacters = (words: string): number => words.replace(/[^\p{L}\p{N}]/gu, '').length;

/** The words of each text, as they stand in the file without tags, comments and shortcodes. */
async function wordsOfWordpress(): Promise<Map<string, string>> {
  const file = await readFile(wordpressFile, 'utf8');
  return new Map(
    file
      .split('<item>')
      .slice(1)
      .map((item) => {
        const [, title = ''] = /<title>(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?<\/title>/s.exec(item) ?? [];
        const [, content = ''] =
          /<content:encoded><!\[CDATA\[(.*?)\]\]><\/content:encoded>/s.exec(item) ?? [];
        return [title, wordsOf(content.replace(/<!--.*?-->|\[\/?[a-z_-]+[^\]]*\]/gs, ' '))];
      }),
  );
}

/** Changes and omissions, by the kind of block, with how often. */
function lossOf({ rows }: ImportReport): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { effect, what, count } of rows.flatMap(({ notes }) => notes))
    counts[`${effect}: ${what}`] = (counts[`${effect}: ${what}`] ?? 0) + count;
  return counts;
}

/** The content after 30 runs that were killed at any moment, beside what one run leaves. */
test.runIf(isLong)('an import that is killed 30 times ends with the same database as an undisturbed one', async ({ own }) => {
  const texts = Array.from({ length: 60 }, (_, n) => [
    [`p${n}.md`, `---\ntitle: Text ${n}\ndate: 2024-01-02\ntags: [a, t${n % 3}]\ncategory: c${n % 2}\nauthor: A${n % 4}\naliases: [/old/${n}/]\n---\n[next](p${(n + 1) % 60}.md) ![x](${n}.gif)`],
    [`${n}.gif`, onePixel],
  ]).flat();
  const place = await written(Object.fromEntries(texts));
  const { db, drop } = await createOwnDatabase();
  onTestFinished(drop);
  await moveIn(db, place);
  await contextAs(own.db, 'super_admin');
  const start = () =>
    startProcess(['scripts/import.ts', place], { DATABASE_URL: urlOf(own.connection), DATA_DIR: join(folder, 'killed') });
  const done = async () =>
    Number((await sql<{ n: number }>`select (select count(*) from import_items) + (select count(*) from images) as n`.execute(own.db)).rows[0]?.n);
  for (let kill = 0; kill < 30; kill += 1) {
    const before = await done();
    const run = start();
    const state = { isOver: false };
    void run.exited.then(() => (state.isOver = true));
    while (!state.isOver && (await done()) <= before) await sleep(2);
    await sleep(kill);
    run.signal('SIGKILL');
    await run.exited;
  }
  const last = start();
  expect([await last.exited, last.output()]).toEqual([0, expect.stringContaining('0 left out')]);
  expect(await stateOf(own.db)).toEqual(await stateOf(db));
}, 600_000); // prettier-ignore

/** All that an import makes, without what is another for each site. */
async function stateOf(db: Database) {
  const tables = await sql<{ lines: string[] }>`
    select array(select row_to_json(r)::text from (
      select source, is_prefix, status, target, null as used from redirect_rules
      union all select t.slug, null, null, t.name, null from blog_tags t
      union all select c.slug, null, null, c.name, null from blog_categories c
      union all select a.slug, null, null, a.name, null from authors a
      union all select i.original_name, null, i.width, i.state, p.slug from images i
        join post_images u on u.image_id = i.id join blog_posts p on p.id = u.post_id
      union all select i.report->>'place', null, i.version, i.report->>'outcome', p.slug
        from import_items i join blog_posts p on p.id = i.post_id
      union all select null, null, count(*)::int, action, null from activity where action = 'post-published' group by action
    ) r order by 1) as lines`.execute(db);
  const posts = (await postsOf(db)).map((post) => JSON.stringify(post).replace(/\d{39}/g, 'image'));
  return [...posts, ...(tables.rows[0]?.lines ?? [])];
}

test.skipIf(exportsMissing)('a WordPress export: as many texts as an independent count, with the words that they had', async ({ own }) => {
  const planned = await tryIn(own.db, wordpressFile);
  const report = await moveIn(own.db, wordpressFile);
  expect(report.totals).toEqual(planned.totals);
  expect(report.totals).toMatchObject({ taken: 79, 'left out': 0, failed: 0, kinds: { post: 58, page: 21 }, states: { public: 76, scheduled: 1, draft: 2 } });
  const posts = await postsOf(own.db);
  const states = Map.groupBy(posts, ({ kind, published }) => `${String(kind)} ${String(published)}`);
  expect(posts.filter(({ kind }) => kind === 'post').length).toBe(58);
  expect(posts.filter(({ kind }) => kind === 'page').length).toBe(21);
  expect(states.get('post false')?.length).toBe(2);
  expect(posts.map(({ content }) => String(content)).join('')).not.toMatch(/<!--|\[caption|\[gallery/);
  const loss = lossOf(report);
  expect(loss).toMatchObject({
    'changed: several pages become one': 5,
    'changed: video: a link to its file stands in its place': 7,
    'left out: block latest-posts: WordPress fills it when it shows the page': 4,
    'changed: shortcode audio: a link stands in its place': 1,
  });
  expect(Object.keys(loss).filter((what) => !/^changed: (?:It has no title|category|several|video|audio|shortcode audio|block)|^left out: (?:block|shortcode)/.test(what))).toEqual([]);
  const words = await wordsOfWordpress();
  // The address of a video becomes the video.
  const count = (text = '') => countCharacters(text.replace(/https?:\/\/\S+/g, ''));
  const isLost = ({ title, content }: Record<string, unknown>) => {
    const before = count(words.get(String(title)));
    return before - count(wordsOf(String(content))) > before / 1_000;
  };
  expect(words.size).toBeGreaterThan(100);
  expect(posts.filter(isLost).map(({ title }) => title)).toEqual([]);
  const redirects = new Map(report.redirects.map(({ from, to }) => [from, to]));
  expect(redirects.get('/?p=163')).toBe('/blog/wp-6-1-font-size-scale');
  expect((await moveIn(own.db, wordpressFile)).totals.taken).toBe(0);
}); // prettier-ignore

test.skipIf(articlesMissing)('articles of a blog of many years come in with all their words', async ({ own }) => {
  const place = await mkdtemp(join(folder, 'articles-'));
  execFileSync('tar', ['-xJf', corpusPath('articles/rust-blog-posts-markdown.tar.xz'), '-C', place]);
  // All of them take a minute.
  const isTaken = (_: unknown, index: number) => isLong || index % 24 === 0;
  const names = (await readdir(join(place, 'content'), { recursive: true })).filter((name) => name.endsWith('.md'));
  for (const [index, name] of names.toSorted().entries()) if (!isTaken(name, index)) await rm(join(place, 'content', name));
  const articles = readArticles().filter(isTaken);
  const report = await moveIn(own.db, place);
  expect(report.rows.length).toBe(articles.length);
  const stored = new Map((await postsOf(own.db)).map(({ slug, content }) => [`/blog/${String(slug)}`, String(content)]));
  const characters = (html: string) => countCharacters(wordsOf(html));
  const isLost = (html: string, at: string) => characters(html) - characters(stored.get(at) ?? '') > characters(html) / 1_000;
  const lost = articles.filter(({ markdown }, index) => isLost(markdownHtml(markdown.replaceAll(/ \{#[\w-]+\}$/gm, '')), report.rows[index]?.newAddress ?? ''));
  // Links behind a comment at the beginning of a line, which other readers show as they are written.
  expect(lost.map(({ slug }) => slug)).toEqual(isLong ? ['this-development-cycle-in-cargo-1.81'] : []);
  if (!isLong) {
    expect(report.totals).toMatchObject({ taken: 31, 'left out': 0, failed: 0 });
    expect(lossOf(report)).toEqual({ 'left out: author "Lori Lorusso": a text has one': 1 });
    return;
  }
  expect(report.totals).toMatchObject({ taken: 720, 'left out': 3, failed: 0 });
  expect(lossOf(report)).toEqual({
    'changed: <input>: only its words were taken': 47,
    'changed: <progress>: only its words were taken': 423,
    // An address that only leads to the newest release.
    'changed: It has no date, and gets the one of today': 1,
    'changed: It has no title, and gets its first words': 1,
    'left out: <script>: not allowed in a text': 1,
    'left out: author "Jack Huey": a text has one': 2,
    'left out: author "Lori Lorusso": a text has one': 2,
    'left out: author "Nurzhan Saken": a text has one': 1,
    'left out: author "Ralf Jung": a text has one': 1,
    'left out: author "crates.io team": a text has one': 1,
  });
}, 180_000); // prettier-ignore

const ghost = (posts: object[]) =>
  JSON.stringify({
    db: [{ meta: {}, data: { posts, posts_meta: [{ post_id: 'e', email_only: 1 }], tags: [{ id: 1, name: 'News', slug: 'news' }, { id: 2, name: '#hidden', slug: 'h' }], posts_tags: [{ post_id: 'a', tag_id: 2 }, { post_id: 'a', tag_id: 1 }], users: [{ id: 'u', name: 'Grace', email: 'g@old.test' }], posts_authors: [{ post_id: 'a', author_id: 'u' }] } }],
  }); // prettier-ignore

test('a Ghost archive is known by its content; a post for members, or by email only, becomes a draft', async ({
  own,
}) => {
  const posts = [
    { id: 'a', title: 'A & B', slug: 'a-b', html: '<p><img src="__GHOST_URL__/content/images/2024/x.png">Hi</p>', status: 'published', visibility: 'public', published_at: '2024-05-06T07:08:09.000Z', type: 'post' },
    { id: 'b', title: 'Secret', slug: 'secret', html: '<p>S</p>', status: 'published', visibility: 'members', type: 'page' },
    { id: 'm', title: 'Mailed', slug: 'mailed', html: '<p>M</p>', status: 'sent', visibility: 'public', published_at: '2024-05-06T07:08:09.000Z', type: 'post' },
    { id: 'e', title: 'Mailing', slug: 'mailing', html: '<p>E</p>', status: 'published', visibility: 'public', published_at: '2024-05-06T07:08:09.000Z', type: 'post' },
    { id: 'c', title: 'Never', slug: 'never', html: '<p>N</p>', status: 'published', visibility: 'public', published_at: 9e15, type: 'post' },
  ]; // prettier-ignore
  const archive = join(folder, 'ghost.bin');
  const image = { bytes: onePixel.length, stream: Readable.from([Buffer.from(onePixel)]) };
  async function* files() {
    yield { path: 'data.txt', text: ghost(posts) };
    yield { path: 'content/images/2024/x.png', image: { folder: 'logos' as const, name: 'x' } };
  }
  const write = createArchiveWriter({ read: async () => image });
  await pipeline(write(files()), createWriteStream(archive));
  const report = await moveIn(own.db, archive);
  expect(report).toMatchObject({
    system: 'Ghost',
    totals: { taken: 5, images: 1, missing: 0, states: { public: 1, draft: 4 } },
  });
  expect(await postsOf(own.db)).toMatchObject([
    {
      slug: 'a-b',
      title: 'A & B',
      author: 'Grace',
      tags: ['News'],
      published_at: new Date('2024-05-06T07:08:09Z'),
    },
    { slug: 'mailed', published: false },
    { slug: 'mailing', published: false },
    { slug: 'never', published: false },
    { slug: 'secret', published: false, kind: 'page' },
  ]);
});

test.for([
  ['not XML', { 'a.xml': '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item></channel>' }, /not XML/],
  ['entities', { 'a.xml': '<!DOCTYPE x [<!ENTITY a "b">]><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item><title>&a;</title></item></channel></rss>' }, /not an export|not XML/],
  ['nested XML', { 'a.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${'<a>'.repeat(9_000)}` }, /nested too deeply/],
  ['a long element', { 'a.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item><title><![CDATA[${'x'.repeat(10_000_000)}` }, /longer than 8 MB/],
  ['Latin-1', { 'a.xml': Buffer.from('<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>\xe9</title></channel></rss>', 'latin1') }, /not in UTF-8/],
  ['JSON of something else', { 'a.json': '{"data": {}}' }, /not a Ghost export/],
  ['nothing known', { 'a.txt': 'x' }, /not an export that we can read/],
  ['no archive', { 'a.zip': Buffer.from('504b0304ffff', 'hex') }, /archive cannot be read/],
] as const)('%s is refused with a message, and nothing is stored', async ([, files, message], { own }) => {
  const [name] = Object.keys(files);
  const place = join(await written(files), name ?? '');
  await expect(moveIn(own.db, place)).rejects.toThrow(message);
  expect(await postsOf(own.db)).toEqual([]);
}); // prettier-ignore

test.for([
  ['that unpacks to 20 MB from 20 kB', { 'a.md': Buffer.alloc(20_000_000) }, /unpacks to far more than its own size/],
  ['with a path out of it', { '../a.md': Buffer.from('---\ntitle: A\n---\n') }, /archive cannot be read: invalid relative path/],
  ['with an absolute path', { '/etc/a.md': Buffer.from('---\ntitle: A\n---\n') }, /archive cannot be read: absolute path/],
] as const)('an archive %s is refused with a message, and nothing is stored', async ([, files, message], { own }) => {
  const archive = join(await mkdtemp(join(folder, 'archive-')), 'a.zip');
  await writeFile(archive, await zipped(files));
  await expect(moveIn(own.db, archive)).rejects.toThrow(message);
  expect(await postsOf(own.db)).toEqual([]);
}); // prettier-ignore

/** An archive with any names: a writer refuses some, which are therefore put into the bytes. */
async function zipped(files: Readonly<Record<string, Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile();
  const harmless = (path: string) => path.replace(/^\W+/, (out) => '_'.repeat(out.length));
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), harmless(path));
  zip.end();
  let bytes = (await buffer(zip.outputStream)).toString('latin1');
  for (const path of Object.keys(files)) bytes = bytes.replaceAll(harmless(path), path);
  return Buffer.from(bytes, 'latin1');
}

test('Markdown that is too long, in another encoding or nested too deeply is left out; the rest is taken', async ({ own }) => {
  const place = await written({
    'latin.md': Buffer.from('---\ntitle: \xe9\n---\nx', 'latin1'),
    'long.md': `---\ntitle: Long\n---\n${'x'.repeat(6_000_000)}`,
    'deep.md': `---\ntitle: Deep\n---\n${'>'.repeat(20_000)} x`,
    'bad.md': '---\ntitle: [\n---\nx',
    'good.md': '---\ntitle: Good\n---\n<script>alert(1)</script><a href="javascript:alert(1)">x</a>',
  });
  const report = await moveIn(own.db, place);
  expect(report.totals).toMatchObject({ taken: 1, 'left out': 4 });
  expect(await postsOf(own.db)).toMatchObject([{ content: '<p>x</p>' }]);
}); // prettier-ignore

test('an import is taken back with its terms and redirects; what was edited since stays; then it comes in again', async ({ own }) => {
  const place = await written(blog);
  const { id } = await moveIn(own.db, place);
  await sql`update blog_posts set title = 'Edited', version = version + 1, save_key = gen_random_uuid() where slug = 'second'`.execute(own.db);
  const ctx = await contextAs(own.db, 'admin');
  // As a step leaves it whose process ended: another one would go on with it.
  await insertJob(own.db, 'import', { key: id, payload: { step: 'import', actor: ctx.actor } });
  expect(await undoImport(ctx, id)).toEqual({ deleted: 2, kept: ['Edited'] });
  expect(await own.db.selectFrom('jobs').select('key').execute()).toEqual([]);
  expect(await postsOf(own.db)).toMatchObject([{ slug: 'second', tags: ['go', 'rust'] }]);
  const left = await sql`select name from blog_categories union all select name from authors union all
    select source from redirect_rules where target = '/blog/first'`.execute(own.db);
  expect(left.rows).toEqual([]);
  await expect(undoImport(ctx, id)).rejects.toThrow('no such import');
  expect((await moveIn(own.db, place)).totals).toMatchObject({ taken: 2, 'there already': 1 });
}); // prettier-ignore

test('an import that is taken back keeps a text that is saved meanwhile, and the addresses that lead to it', async ({ own }) => {
  const { id } = await moveIn(own.db, await written(blog));
  const ctx = await contextAs(own.db, 'admin');
  const saving = await own.db.startTransaction().execute();
  await sql`update blog_posts set title = 'Edited', slug = 'renamed', version = version + 1, save_key = gen_random_uuid() where slug = 'first'`.execute(saving);
  const undone = undoImport(ctx, id);
  await expect.poll(() => countLockWaits(own.db)).toBe(1);
  await saving.commit().execute();
  expect(await undone).toEqual({ deleted: 2, kept: ['Edited'] });
  const { rows } = await sql`select distinct target from redirect_rules where target not like '/blog/%/%' order by 1`.execute(own.db);
  expect(rows).toEqual([{ target: '/authors/ada-lovelace' }, { target: '/blog/first' }]);
}); // prettier-ignore

test('images are fetched; a site that fails to answer ten times is not asked again', async ({ own }) => {
  const images = Array.from({ length: 14 }, (_, n) => `![${n}](https://dead.test/${n}.png)`).join('\n\n');
  const body = `![Here](https://old.test/a.png) ![Gone](https://old.test/gone.png)\n\n${images}`;
  const asked: string[] = [];
  const report = await moveIn(
    own.db,
    await written({ 'a.md': `---\ntitle: A\n---\n${body}\n` }),
    () => {},
    async (address, into) => {
      asked.push(address);
      if (address.endsWith('/a.png')) await writeFile(into, onePixel);
      else if (address.endsWith('/gone.png')) throw invalid('The old site answered with 404.');
      else throw invalid('It could not be fetched.');
    },
  );
  expect(report.totals).toMatchObject({ taken: 1, images: 1, missing: 15 });
  expect(asked.filter((address) => address.includes('dead.test'))).toHaveLength(10);
  expect(report.rows[0]?.missing.at(-1)?.reason).toBe(
    'dead.test did not answer 10 times. It was not asked again.',
  );
  const [post] = await postsOf(own.db);
  expect(post?.['content']).toMatch(
    /<img src="\/storage[^>]+alt="Here".*<a href="https:\/\/old.test\/gone.png">/s,
  );
});

test('images that were not taken are tried again, but in no text that was edited since', async ({ own }) => {
  const text = (title: string) =>
    `---\ntitle: ${title}\ndate: 2024-05-06T07:08:09Z\ntags: [a]\n---\n![Pier](https://old.test/a.png)\n`;
  const place = await written({
    'a.md': text('A'),
    'b.md': text('B'),
    'c.md': '---\ntitle: C\naliases: [/old-c]\n---\n{{< tweet 1 >}}',
  });
  const refuse = () => Promise.reject(invalid('The old site answered with 503.'));
  const first = await moveIn(own.db, place, () => {}, refuse);
  expect(first.totals).toMatchObject({ taken: 3, missing: 2 });
  await sql`update blog_posts set version = version + 1 where slug = 'b'`.execute(own.db);

  const give = (_address: string, into: string) => writeFile(into, onePixel);
  const again = await moveIn(own.db, place, () => {}, give, { retriesImages: true });
  expect(again.totals).toMatchObject({ taken: 3, 'there already': 0, images: 1, missing: 1 });
  expect(again.rows.slice(1)).toEqual(first.rows.slice(1));
  expect(again.redirects).toEqual(first.redirects);
  const log = await sql`select after from activity where action = 'posts-imported'`.execute(own.db);
  expect(log.rows).toEqual([{ after: { taken: 3, skipped: 0 } }]);
  const [a, b] = await postsOf(own.db);
  expect(a).toMatchObject({ title: 'A', tags: ['a'], published_at: new Date('2024-05-06T07:08:09Z') });
  expect(a?.['content']).toMatch(/^<p><img src="\/storage\/[^"]+" alt="Pier"/);
  expect(b?.['content']).toContain('<a href="https://old.test/a.png">');
  await undoImport(await contextAs(own.db, 'admin'), again.id);
  expect((await postsOf(own.db)).map(({ title }) => title)).toEqual(['B']);
});

test('an export of more than 100,000 texts is refused before one of them is planned', async ({ db }) => {
  const item = listedItem(importItem({ id: '1', place: '1' }), '1');
  const facts = {
    system: 'Ghost',
    site: '',
    timeZone: null,
    own: null,
    redirects: [],
    key: '',
    name: '',
  } as const;
  const list = async () => ({ items: Array.from({ length: 10_000 }, () => item), isEnd: false });
  await expect(planImport({ db }, { facts, list })).rejects.toThrow(
    'There are more than 100,000 texts in it.',
  );
});
