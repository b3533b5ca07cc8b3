import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import type { SourceFile } from '../import-source.ts';
import { createNewPaths } from '../old-addresses.ts';
import { readMarkdownFolder } from './read-markdown.ts';

const fileOf = ([path, text]: [string, string]): SourceFile => ({
  path,
  bytes: Buffer.byteLength(text),
  stream: async () => Readable.from([Buffer.from(text)]),
});

async function read(files: Record<string, string>, path: string, front = '') {
  const text = `---\ntitle: A\ndate: 2020-01-02\n${front}---\nWords.\n`;
  const folder = await readMarkdownFolder(Object.entries({ ...files, [path]: text }).map(fileOf));
  for await (const { place, read: item } of folder.items()) if (place === path) return item();
  throw new Error(`There is no ${path}.`);
}

const jekyll = (settings: string) => ({ '_config.yml': settings });

test.for<[Record<string, string>, string, string?]>([
  [{ 'content/_index.md': '+++\n[cascade]\ndraft = true\n+++\n' }, 'content/a/b/c.md'],
  [{ 'content/s/_index.md': '---\ncascade:\n  build: {render: never}\n---\n' }, 'content/s/a.md'],
  [{ 'content/s/_index.de.md': '---\ncascade:\n  - target: {path: "/s/x/**"}\n    params: {private: true}\n---\n' }, 'content/s/x/a.md'],
  [{ 'content/s/_index.md': '{\n"draft": true\n}\n' }, 'content/s/a.md'],
  [{ 'hugo.toml': '[[cascade]]\nvisibility = "members"\n[cascade._target]\npath = "{/x/**,/s/**}"\n' }, 'content/s/a.md'],
  [{ 'site/config/_default/hugo.yaml': 'cascade: {Draft: "yes"}\n' }, 'site/content/a.md'],
  [{ 'posts/old/old.json': '{"permalink": false}' }, 'posts/old/a.md'],
  [{ 'old/old.11tydata.json': '{"eleventyExcludeFromCollections": true}' }, 'old/a.md'],
  [jekyll('defaults:\n  - scope: {path: "_posts/in"}\n    values: {published: false}\n'), '_posts/in/2020-01-02-a.md'],
  [jekyll('defaults:\n  - scope: {path: "", type: posts}\n    values: {draft: on}\n'), '_posts/2020-01-02-a.md'],
  [jekyll('defaults:\n- scope:\n    path: "*/in"\n  values:\n    hidden: true\n'), 'x/in/a.md'],
  [jekyll('collections: {notes: {output: false}}\n'), '_notes/a.md'], [jekyll('collections: [notes]\n'), '_notes/a.md'], [jekyll('title: A\n'), '_notes/a.md'],
])('a text is not public whose place says so: %j %s', async ([files, path]) => {
  const { state } = await read(files, path);
  expect(state.marks).toHaveLength(1);
}); // prettier-ignore

test.for<[Record<string, string>, string, string?]>([
  [{ 'content/s/_index.md': '---\ncascade: {draft: true}\n---\n' }, 'content/t/a.md'],
  [{ 'content/_index.md': '---\ncascade: {draft: true}\n---\n' }, 'content/a.md', 'Draft: false\n'],
  [{ 'content/_index.md': '---\ncascade: {draft: true, target: {kind: section}}\n---\n' }, 'content/a.md'],
  [{ 'content/_index.md': '---\ncascade: {draft: true}\n---\n', 'content/s/_index.md': '---\ncascade: {draft: false}\n---\n' }, 'content/s/a.md'],
  [jekyll('defaults:\n  - scope: {path: "", type: pages}\n    values: {draft: true}\n'), '_posts/2020-01-02-a.md'],
  [jekyll('collections: {notes: {output: true}}\n'), '_notes/a.md'], [{ 'themes/x/_config.yml': 'a: 1\n' }, '_notes/a.md'], [jekyll('a: [broken\n'), 'posts/a.md'],
])('a text says itself, or its nearest folder, that it is public: %j %s', async ([files, path, front]) => {
  const { marks } = (await read(files, path, front)).state;
  expect(marks.every(({ value }) => value === false || value === true && path.includes('_notes'))).toBe(true);
}); // prettier-ignore

test.for<[Record<string, string>, string, string]>([
  [jekyll('permalink: /:categories/:year/:month/:title/\n'), '_posts/2020-01-02-a.md', '/x/2020/01/a/'],
  [jekyll('title: A\n'), '_posts/2020-01-02-a.md', '/x/2020/01/02/a'],
  [jekyll('collections: {notes: {output: true, permalink: "/n/:name"}}\n'), '_notes/a.md', '/n/a'],
  [{ 'hugo.toml': '[permalinks]\nposts = "/:year/:slug/"\n' }, 'content/posts/a.md', '/2020/a/'],
])('an address of the old site is as its settings make it: %j', async ([files, path, address]) => {
  const item = await read(files, path, 'category: x\n');
  expect(item.addresses).toContain(address);
}); // prettier-ignore

test.for<[Record<string, string>, string]>([
  [jekyll('url: "https://old.test"\nbaseurl: /blog\n'), 'https://old.test/blog/notes/b/#x'],
  [jekyll('url: https://old.test/\nroot: /\n'), '//old.test/notes/b.html'],
  [{ 'hugo.toml': 'baseURL = "https://www.old.test/sub/"\n' }, 'http://old.test/sub/notes/b'],
  [{ 'config.toml': 'base_url = "https://old.test"\n' }, 'https://old.test/notes/b/'],
  [{ 'mkdocs.yml': 'site_url: https://old.test/\n' }, 'https://old.test/notes/b/'],
  [{ 'docusaurus.config.js': "module.exports = { title: 'A', url: 'https://old.test' };" }, 'https://old.test/notes/b'],
  [{ 'astro.config.mjs': 'export default defineConfig({ site: "https://old.test" })' }, 'https://old.test/notes/b'],
  [{}, 'b%20c.md'],
])('a link of a folder to its own old site leads to the text: %j %s', async ([files, link]) => {
  const { site } = await readMarkdownFolder(Object.entries({ ...files, 'notes/a.md': '---\na: 1\n---\n' }).map(fileOf));
  const paths = createNewPaths(site);
  paths.add({ place: 'notes/b.md', addresses: ['/notes/b'] }, '/blog/b');
  paths.add({ place: 'notes/b c.md', addresses: [] }, '/blog/b');
  expect(paths.of(link, { place: 'notes/a.md', addresses: ['/notes/a'] })?.replace(/#.*/, '')).toBe('/blog/b');
  expect(paths.of('https://other.test/notes/b', { place: 'notes/a.md', addresses: [] })).toBeNull();
}); // prettier-ignore

test('defaults give a layout, an author and a zone; names of fields are read in any case', async () => {
  const settings =
    'timezone: Asia/Tokyo\ndefaults:\n- scope: {path: ""}\n  values: {layout: page, author: Ann}\n';
  const item = await read(jekyll(settings), 'about.md', 'Excerpt: Short\n');
  expect(item).toMatchObject({ kind: 'page', authors: [{ name: 'Ann' }], fields: { excerpt: 'Short' } });
});

test('Hexo has categories within categories, and pages and images in folders of its own', async () => {
  const files = { '_config.yml': 'permalink: :year/:title/\n', 'source/_posts/a/cat.png': '', 'source/images/b.png': '' };
  const path = 'source/_posts/a.md';
  const item = await read(files, path, 'categories:\n- [Sports, Ball]\n- Play\n');
  expect(item.categories.map(({ name }) => name)).toEqual(['Sports', 'Ball', 'Play']);
  expect(item.addresses).toEqual(['/2020/a/', '/a']);
  const folder = await readMarkdownFolder(Object.entries({ ...files, [path]: '---\na: 1\n---\n' }).map(fileOf));
  expect(['cat.png', '/images/b.png', 'c.png'].map((name) => folder.fileOf(name, item)?.path)).toEqual(['source/_posts/a/cat.png', 'source/images/b.png', undefined]);
  expect((await read(files, 'source/about/index.md')).addresses).toContain('/about');
}); // prettier-ignore
