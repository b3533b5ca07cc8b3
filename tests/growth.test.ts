import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { ZodType } from 'zod';

import { createUnavailableDatabase } from '#db/unavailable.ts';
import { readCookie } from '#domain/accounts/sessions/cookies.ts';
import { looksLikeMarkdown } from '#app/editor/markdown.ts';
import { withoutStyles, withoutWordMarks } from '#app/editor/paste/paste-source.ts';
import { formFields } from '#app/http/form-fields.ts';
import { internalPath } from '#app/http/internal-path.ts';
import { readForm } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { toastValue } from '#app/http/toast.ts';
import { pageLink } from '#app/routes/admin/list/list-address.ts';
import { inboxQuery } from '#app/routes/admin/messages/inbox-query.ts';
import { shortened } from '#app/routes/admin/editing/differences/word-differences.ts';
import { followedSlug } from '#app/routes/admin/posts/state/post-values.ts';
import { readListQuery } from '#app/routes/admin/posts/list/list-query.ts';
import { feedXml } from '#app/routes/public/discovery/feed-xml.ts';
import { visitorAction } from '#app/routes/public/forms/form-result.ts';
import { layOut } from '#domain/html/layout.ts';
import { deviceOf } from '#domain/accounts/device-of.ts';
import { createUserAgentParser } from '#domain/analytics/user-agent-parser.ts';
import { classifyView } from '#domain/analytics/classify-view.ts';
import { viewSource } from '#domain/analytics/view-source.ts';
import { newPassword } from '#domain/accounts/password.ts';
import { usedImages } from '#domain/posts/used-images.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { networkOf } from '#domain/limits/limit-attempts.ts';
import { composeEmail } from '#domain/email/compose-email.ts';
import { contextOn, provenSetup } from '#tests/factories.ts';
import { checkDomain } from '#domain/newsletter/newsletter-setup.ts';
import { classifySpam } from '#domain/messages/classify-spam.ts';
import { formSigns } from '#domain/analytics/form-signs.ts';
import { contactMessageInput, jvApplicationInput } from '#domain/messages/message-input.ts';
import { readSubscribers } from '#domain/newsletter/import-subscribers.ts';
import { subscribeInput } from '#domain/newsletter/subscribe.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { copyTitle } from '#domain/posts/duplicate-post.ts';
import { emptyState, postState } from '#domain/posts/post-state.ts';
import { reviewBeforePublishing } from '#domain/posts/review-before-publishing.ts';
import { referringPage } from '#domain/redirects/missing-page-recorder.ts';
import { redirectInput } from '#domain/redirects/redirect-input.ts';
import { createRuleIndex } from '#domain/redirects/rule-index.ts';
import { highlightExcerpt, highlight } from '#domain/search/highlight.ts';
import { searchDocumentOf } from '#domain/search/search-document.ts';
import { parseSearchQuery, tsqueryOf } from '#domain/search/search-query.ts';
import { termInputs } from '#domain/taxonomy/term-input.ts';
import { countWords } from '#domain/html/count-words.ts';
import { csv, withoutGuard } from '#domain/fields/csv.ts';
import { cleanHtml, cleanTree, isEmptyTree, textOf } from '#domain/html/html.ts';
import { readFrontMatter } from '#domain/html/markdown/front-matter.ts';
import { ghostBody } from '#domain/imports/ghost/ghost-body.ts';
import { foldLexical, foldMobiledoc } from '#domain/imports/ghost/fold-documents.ts';
import { changeBody } from '#domain/imports/import-body.ts';
import type { ImportItem } from '#domain/imports/import-item.ts';
import type { SourceFile } from '#domain/imports/import-source.ts';
import { createNewPaths } from '#domain/imports/old-addresses.ts';
import { lineOf } from '#domain/imports/plain-words.ts';
import { parseRedirects } from '#domain/imports/redirects/parse-redirects.ts';
import { readDate } from '#domain/imports/read-date.ts';
import { createFreeSlugs } from '#domain/imports/plan-import.ts';
import { readSource } from '#domain/imports/read-source.ts';
import { isWithin } from '#domain/imports/markdown/folder-settings.ts';
import { addressesOf } from '#domain/imports/markdown/text-addresses.ts';
import { markdownState } from '#domain/imports/markdown/markdown-state.ts';
import { markdownBody } from '#domain/imports/markdown/markdown-body.ts';
import { readTomlFrontMatter } from '#domain/imports/markdown/read-toml.ts';
import { wordpressBody } from '#domain/imports/wordpress/wordpress-body.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import { writeMarkdown } from '#domain/html/markdown/write-markdown.ts';
import { isSafeLink } from '#domain/html/link.ts';
import { parseTextStyles } from '#domain/html/text-styles.ts';
import { nearestColor } from '#domain/html/palette.ts';
import { attributeChanges } from '#domain/html/attribute-changes.ts';
import { mergeHtml } from '#domain/html/merge-html.ts';
import { plainSlug } from '#domain/fields/slug.ts';
import { readCsv } from '#domain/fields/read-csv.ts';
import { slugify } from '#domain/fields/slugify.ts';
import { readVideo } from '#domain/html/video.ts';
import { imagesIn } from '#domain/html/html-tree.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { visibleText } from '#domain/html/visible-text.ts';
import { chooseEncoding } from '#server/responses/accept-encoding.ts';
import { cacheablePages } from '#domain/core/public-addresses.ts';
import { createCanonicalAddresses, plainAddress } from '#server/pages/cacheable-pages.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { createTrustedProxies } from '#server/settings/trusted-proxies.ts';
import { hasCookie } from '#server/http/cookie-names.ts';
import { prefersMarkdown } from '#server/http/prefers-markdown.ts';
import { parseRequestTarget } from '#server/http/request-target.ts';
import { negotiateImageType } from '#server/images/image-delivery.ts';
import { growthOf, hostileShapes, repeated, type Growth } from './growth.ts';
import { isLong } from './long.ts';
import { project } from '#tests/project.ts';
import { publicPost } from './public-post.ts';

/** More than linear work that is still not quadratic: sorting, and what a noisy machine adds. */
const maxExponent = 1.5;

/** Characters of the largest input; a sixth of it is enough to tell what grows with the square. */
const body = isLong ? 40_000 : 6_000;
const text = isLong ? 100_000 : 15_000;
/** All headers of a request together, and one of them therefore: Node refuses more. */
const header = 16_000;

const channel = {
  origin: 'https://firm.example',
  home: '/blog',
  path: '/rss.xml',
  title: 'Blog',
  description: 'x',
};

type Parser = {
  name: string;
  /** Characters of the largest input. */
  largest: number;
  run: (input: string) => unknown;
  /** Beginnings of something else than text in its input. */
  marks?: readonly string[];
  /** Makes the input into what the parser is given; not measured. */
  prepare?: (input: string) => string;
};

/** Clean HTML is what the rest of the product reads: it is made outside of the measurement, once. */
const cleanOf = new Map<string, string>();
function cleaned(html: string): string {
  const clean = cleanOf.get(html) ?? cleanHtml(html);
  cleanOf.set(html, clean);
  return clean;
}

function readOrRefuse(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
}

const parsers: Parser[] = [
  { name: 'cleanHtml', largest: body, run: cleanHtml },
  { name: 'isEmptyTree and textOf', largest: body, run: (html) => [isEmptyTree(cleanTree(html)), textOf(cleanTree(html))] },
  { name: 'visibleText', largest: text, run: visibleText },
  { name: 'readHtml', largest: text, run: readHtml },
  { name: 'mergeHtml', largest: body, run: (html) => [mergeHtml(html, `${html}<p>a</p>`, html.slice(html.length / 8)), mergeHtml('', html, html)] },
  { name: 'attributeChanges', largest: body, marks: ['<a href="/a">a</a>', '<img src="/storage/blog-images/a.png" alt="a">'], prepare: cleaned, run: (html) => attributeChanges(cleanTree(html), cleanTree(`${html.slice(html.length / 8)}<p><a href="https://a.test/">a</a></p>`)) },
  { name: 'layOut', largest: body, prepare: cleaned, run: (html) => layOut(readHtml(html)) },
  { name: 'feedXml', largest: body, prepare: cleaned, run: (html) => feedXml(channel, [publicPost({ content: html })], ({ content }) => cleanTree(content)) },
  { name: 'markdownHtml', largest: body, run: (markdown) => readOrRefuse(() => markdownHtml(markdown)) },
  { name: 'readFrontMatter', largest: body, run: (yaml) => readOrRefuse(() => readFrontMatter(`---\n${yaml}\n---\n`)) },
  { name: 'wordpressBody', largest: body, marks: ['[code]', '[[a', '<!-- wp:a', '<!-- wp:a -->', '<pre lang="a">', '<code>', '[private]', '[js]a[/js', '<h2>a\n\n'], run: (html) => wordpressBody(html, '1', { byId: new Map(), byPost: new Map() }, []) },
  { name: 'ghostBody', largest: body, marks: ['<!--kg-gated-block:begin', '<div class="kg-card kg-toggle-card">'], run: (html) => ghostBody({ html: `kg-${html}`, lexical: '', mobiledoc: '', plaintext: '' }, []) },
  { name: 'foldLexical', largest: body, run: (words) => foldLexical({ root: { children: Array.from(words, (word) => ({ type: 'text', text: word, format: 3 })) } }, []) },
  { name: 'foldMobiledoc', largest: body, run: (words) => foldMobiledoc({ markups: [['b']], sections: [[1, 'p', Array.from(words, (word) => [0, [0], 0, word])]] }, []) },
  { name: 'markdownState', largest: text, run: (words) => markdownState(words, { [words]: words }, null) },
  { name: 'markdownBody', largest: body, marks: ['{%', '{% if a %}', '{% comment %}', '{% raw %}', '{% codeblock %}', '{{', '{{<', '{{< a >}}', '{{/*', '{{!', '{#', '{# ', '{: #a}', '\n{: #a}', '{:', '%%', '{/*', '`a``', '\n```a', '\n    a', '\n- a', '\n[//]: #', '\n:::a', '\n:::\n', '<A', '<A "', '<A b={', '{a {b', '<pre>', '<div markdown="1">', '\n[toc]', '{>>', 'export {\n', '[^1]: {% b', '{{< hide >}}', '![[a', '![[a]]', '[a](b =9', '\n!!! a\n    ', '    '], run: (markdown) => markdownBody(markdown, [], { isTemplated: true, isHtml: false, isMdx: true, fileNamed: () => 'a.png' }) },
  { name: 'isWithin', largest: text, run: (typed) => [isWithin(typed, typed), isWithin(`/${typed}`, `/*${typed}*b`)] },
  { name: 'addressesOf', largest: text, run: (typed) => addressesOf(new Map([['permalink', typed]]), { stem: typed, slug: typed, day: '2020-01-01', categories: [typed] }) },
  { name: 'parseRedirects', largest: body, run: (file) => [parseRedirects(file), parseRedirects(`Redirect 301 /a /b\n${file}`), parseRedirects(`301:\n  /a: /b\n${file}`)] },
  { name: 'readDate', largest: 100, run: (date) => readDate(date, { timeZone: 'UTC', isDayFirst: false }) },
  { name: 'lineOf', largest: body, run: lineOf },
  { name: 'readTomlFrontMatter', largest: text, run: (toml) => readOrRefuse(() => readTomlFrontMatter(`+++\n${toml}\n+++\n`)) },
  { name: 'changeBody', largest: body, run: (html) => changeBody(html, { image: () => null, link: () => null }, []) },
  { name: 'writeMarkdown', largest: body, prepare: cleaned, run: (html) => writeMarkdown(cleanTree(html)) },
  { name: 'postState', largest: text, run: (typed) => postState.safeParse({ ...emptyState('case_study'), services: typed.split('\n') }) },
  { name: 'usedImages', largest: body, prepare: cleaned, run: (html) => usedImages({ featuredImage: null, socialImage: null, clientLogo: null }, imagesIn(readHtml(html))) },
  {
    name: 'reviewBeforePublishing',
    largest: body,
    prepare: cleaned,
    run: (html) => reviewBeforePublishing({ title: html, excerpt: html, isImageUndescribed: false, html }),
  },
  { name: 'searchDocumentOf', largest: body, prepare: cleaned, run: (html) => searchDocumentOf({ title: html, excerpt: html, language: null }, readHtml(html)) },
  { name: 'parseSearchQuery', largest: text, run: (typed) => tsqueryOf(parseSearchQuery(typed).terms) },
  { name: 'highlight', largest: text, run: (found) => highlight(found, parseSearchQuery(found).terms) },
  { name: 'highlightExcerpt', largest: text, run: (found) => highlightExcerpt(found, parseSearchQuery(found).terms, 240) },
  { name: 'slugify', largest: text, run: slugify },
  { name: 'plainSlug', largest: text, run: plainSlug },
  { name: 'countWords', largest: text, run: countWords },
  { name: 'isSafeLink', largest: text, run: isSafeLink },
  { name: 'readVideo', largest: text, run: (typed) => [readVideo(typed), readVideo(`https://youtu.be/${typed}`)] },
  { name: 'parseTextStyles', largest: text, run: (typed) => parseTextStyles({ class: typed, style: typed, align: typed, color: typed, face: typed }) },
  { name: 'nearestColor', largest: text, run: (typed) => [nearestColor(typed), nearestColor(`rgb(${typed}`)] },
  { name: 'readCsv', largest: text, run: readCsv },
  { name: 'readSubscribers', largest: text, run: (given) => readSubscribers(given, new Date()) },
  { name: 'redirectInput', largest: text, run: (typed) => redirectInput('https://firm.example').safeParse({ from: typed, to: `https://a.test/${typed}`, status: typed }) },
  { name: 'redirect rules', largest: 4_000, run: (typed) => createRuleIndex([{ source: '/a', isPrefix: true, status: 301, target: '/b' }]).find(`/${typed}`) },
  { name: 'referringPage', largest: header, run: (typed) => [referringPage(typed), referringPage(`https://a.test/${typed}`)] },
  { name: 'csv', largest: text, run: (typed) => withoutGuard(csv([[typed]])) },
  { name: 'copyTitle', largest: text, run: copyTitle },
  { name: 'followedSlug', largest: text, run: (typed) => followedSlug(typed, { before: typed, after: typed }, slugify) },
  { name: 'shortened', largest: text, run: (typed) => shortened(typed, 'middle') },
  { name: 'pasted HTML', largest: text, run: (html) => withoutStyles(withoutWordMarks(html)) },
  { name: 'looksLikeMarkdown', largest: text, run: looksLikeMarkdown },
  { name: 'internalPath', largest: text, run: (typed) => [internalPath(typed, '/admin'), internalPath(`/admin/${typed}`, '/admin')] },
  { name: 'classifySpam', largest: text, run: (typed) => classifySpam({ honeypot: '', milliseconds: null, text: typed, sameTextBefore: 0 }) },
  { name: 'composeEmail', largest: text, run: (typed) => composeEmail({ to: 'a@b.test', subject: typed, lines: [typed], quote: typed, link: { label: typed, href: 'https://firm.example' }, closing: [] }) },
  { name: 'viewSource', largest: text, run: (typed) => [viewSource({ referrer: typed, campaign: typed }, 'x'), viewSource({ referrer: `https://${typed}`, campaign: '' }, 'x')] },
  { name: 'classifyView', largest: text, run: (typed) => classifyView({ agent: typed, requestAgent: typed.slice(0, 900), purpose: typed, isAdministrator: false }, createUserAgentParser()) },
  { name: 'user agents', largest: 1_000, run: (typed) => createUserAgentParser()(typed) },
  { name: 'deviceOf', largest: header, run: deviceOf },
  { name: 'networkOf', largest: header, run: networkOf },
  { name: 'clientAddress', largest: header, run: (typed) => clientAddress('10.0.0.1', typed, createTrustedProxies(['10.0.0.0/8'])) },
  { name: 'prefersMarkdown', largest: header, run: prefersMarkdown },
  { name: 'hasCookie', largest: header, run: (typed) => hasCookie(typed, ['a', 'b']) },
  { name: 'readCookie', largest: header, run: (typed) => readCookie(new Headers({ cookie: encodeURI(typed.toWellFormed()) }), 'http://firm.test', 'session') },
  { name: 'toastValue', largest: header, run: toastValue },
  { name: 'chooseEncoding', largest: header, run: chooseEncoding },
  { name: 'negotiateImageType', largest: header, run: negotiateImageType },
  { name: 'parseRequestTarget', largest: header, run: (typed) => parseRequestTarget(`/${encodeURI(typed.toWellFormed())}`) },
  { name: 'canonical addresses', largest: header, run: (typed) => [createCanonicalAddresses(cacheablePages)(`/blog/${typed}`, `?${typed}`), plainAddress(`/Blog/${typed}`)] },
  {
    name: 'list addresses',
    largest: header,
    run: (typed) => {
      const params = new URLSearchParams(typed);
      return [readListQuery(params, 'post'), inboxQuery(params), pageLink(params, 2)];
    },
  },
  { name: 'newPassword', largest: text, run: (typed) => newPassword.safeParse(typed) },
  { name: 'checkDomain', largest: text, run: (record) => checkDomain({ ...provenSetup, spf: [record], dmarc: { at: 'firm.example', records: [record] } }) },
]; // prettier-ignore

const schemas: { name: string; schema: ZodType }[] = [
  { name: 'contact', schema: contactMessageInput },
  { name: 'JV application', schema: jvApplicationInput },
  { name: 'signs of a form', schema: formSigns },
  { name: 'newsletter', schema: subscribeInput },
  { name: 'post', schema: postState },
  { name: 'category', schema: termInputs.category },
  { name: 'tag', schema: termInputs.tag },
];

/** A body of a form that holds the input in one way or another. */
const bodies: { name: string; type: string; of: (input: string) => string }[] = [
  { name: 'urlencoded', type: 'application/x-www-form-urlencoded', of: (input) => input },
  {
    name: 'multipart',
    type: 'multipart/form-data; boundary=b',
    of: (input) => `--b\r\n${input}\r\n--b--\r\n`,
  },
  { name: 'multipart value', type: 'multipart/form-data; boundary=b', of: (input) => multipart('x', input) },
  { name: 'multipart name', type: 'multipart/form-data; boundary=b', of: (input) => multipart(input, 'x') },
];

function multipart(name: string, value: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;
}

function sent({ type, of }: (typeof bodies)[number], input: string): Request {
  const init = { method: 'POST', body: of(input), headers: { 'content-type': type } };
  return new Request('https://firm.example/contact', init);
}

/** A form with this text in every field that is read. */
const everyField = (input: string) =>
  new Proxy({}, { get: (_, name) => (name === 'tagIds' ? [input] : input) });

const refused = () => null;

const context = new RouterContextProvider();
context.set(domainContext, contextOn(createUnavailableDatabase()));
const storeContact = visitorAction(async (_ctx, fields) => void parseInput(contactMessageInput, fields), '');

const forms: Parser[] = [
  ...bodies.flatMap((way): Parser[] => [
    {
      name: `readForm, ${way.name}`,
      largest: text,
      run: async (input) => formFields(await readForm(sent(way, input)).catch(() => new FormData()), ['tagIds']),
    },
    {
      name: `visitorAction, ${way.name}`,
      largest: text,
      run: (input) => storeContact({ request: sent(way, input), context }).catch(refused),
    },
  ]),
  ...schemas.map(({ name, schema }): Parser => ({
    name: `fields of ${name}`,
    largest: text,
    run: (input) => schema.safeParse(everyField(input)),
  })),
]; // prettier-ignore

test.each([...parsers, ...forms])(
  '$name takes time in proportion to hostile input',
  { timeout: 120_000 },
  async ({ run, largest, prepare, marks = [] }) => {
    const tooSlow: Growth[] = [];
    for (const { name, make } of [...hostileShapes, ...marks.map(repeated)]) {
      const shape = { name, make: prepare ? (n: number) => prepare(make(n)) : make };
      const growth = await growthOf(run, shape, { largest, suspicious: maxExponent });
      if (growth !== null && growth.exponent > maxExponent) tooSlow.push(growth);
    }
    expect(tooSlow).toEqual([]);
  },
);

/** Modules that are measured by reading whole exports below, or as a part of another one. */
const measuredWithin = [
  'body-html',
  'front-fields',
  'ghost-cards',
  'hold-code',
  'kramdown-attributes',
  'paragraphs',
  'template-tags',
  'footnotes',
  'own-export',
  'read-ghost',
  'read-markdown',
  'read-wordpress',
  'read-xml',
  'text-files',
];

test('every reader and writer of texts from outside is measured', async () => {
  const own = await readFile(new URL(import.meta.url), 'utf8');
  const folders = [
    'domain/html/markdown',
    ...['ghost', 'markdown', 'wordpress'].map((one) => `domain/imports/${one}`),
  ];
  const modules = await Promise.all(
    folders.map(async (folder) => (await readdir(join(project, folder))).map((file) => `${folder}/${file}`)),
  );
  const names = modules.flat().filter((file) => !file.endsWith('.test.ts'));
  expect(names.length).toBeGreaterThan(8);
  const missing = names.filter(
    (file) => !own.includes(`#${file}`) && !measuredWithin.some((one) => file.endsWith(`/${one}.ts`)),
  );
  expect(missing, 'Add it to `parsers`, with the marks that it looks for.').toEqual([]);
});

/** A blog with as many texts as `n`, as each system exports it. Same titles, and what texts of a blog share. */
const exportsOf = {
  WordPress: (n: number) => {
    const base = '<wp:base_blog_url>https://old.test</wp:base_blog_url>';
    const image = (id: number) => `<item><wp:post_type>attachment</wp:post_type><wp:post_id>${n + id}</wp:post_id><wp:post_parent>1</wp:post_parent><wp:attachment_url>https://old.test/${id}.png</wp:attachment_url></item>`;
    const item = (id: number) => `<item><title>Same</title><link>https://old.test/same/</link><wp:post_type>post</wp:post_type><wp:post_id>${id}</wp:post_id><category domain="post_tag" nicename="t${id}">T</category><content:encoded><![CDATA[<a href="/?p=${id - 1}">x</a>]]></content:encoded></item>`;
    return [inMemory('blog.xml', `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${base}${repeat(n, image)}${repeat(n, item)}</channel></rss>`)];
  },
  Ghost: (n: number) => {
    const rows = (row: (id: number) => object) => Array.from({ length: n }, (_, id) => row(id));
    const data = {
      posts: rows((id) => ({ id, title: 'Same', slug: 'same', html: `<img src="/content/images/${id}.png">`, status: 'published' })),
      tags: rows((id) => ({ id, name: 'T', slug: `t${id}` })),
      posts_tags: rows((id) => ({ post_id: id % 2, tag_id: id })),
      users: rows((id) => ({ id, name: 'A', email: 'a@old.test' })),
      posts_authors: rows((id) => ({ post_id: id % 2, author_id: id })),
    };
    return [inMemory('blog.json', JSON.stringify({ db: [{ data }] })), ...rows((id) => inMemory(`content/images/${id}.png`, 'x'))] as SourceFile[];
  },
  Markdown: (n: number) => Array.from({ length: n }, (_, id) => inMemory(`posts/${id}/index.md`, `---\ntitle: Same\naliases: [/same]\n---\n[x](../${id - 1}/index.md) ![x](a.png)`)),
  'this product': (n: number): SourceFile[] => {
    const list = (row: (id: number) => string) => repeat(n, (id) => `- ${row(id)}\n`);
    const texts = exportsOf.Markdown(n);
    return [
      ...texts,
      inMemory('site.json', '{"format":"site-words-1","documents":{}}'),
      inMemory('images.yaml', list((id) => `path: images/${id}.png`)),
      inMemory('tags.yaml', list((id) => `{ slug: t${id}, name: T }`)),
      inMemory('authors.yaml', list((id) => `{ slug: a${id}, name: A }`)),
      inMemory('redirects.yaml', list((id) => `{ source: /${id}, status: 301, target: / }`)),
    ];
  },
}; // prettier-ignore

function repeat(n: number, part: (index: number) => string): string {
  return Array.from({ length: n }, (_, index) => part(index)).join('');
}

function inMemory(path: string, content: string): SourceFile {
  const bytes = Buffer.from(content);
  return { path, bytes: bytes.length, stream: async () => Readable.from([bytes]) };
}

/** Reads an export as an import does before it stores anything. */
async function readWhole(files: SourceFile[]): Promise<number> {
  const reader = await readSource({ files, close: async () => {} });
  const taken = new Set<string>();
  const freeSlug = createFreeSlugs(taken);
  const items: ImportItem[] = [];
  const newPaths = createNewPaths(reader.site);
  for await (const { read } of reader.items()) {
    const item = await read();
    items.push(item);
    taken.add(freeSlug({ ...item, key: item.id }));
    newPaths.add(item, `/blog/${item.slug}`);
  }
  const image = (address: string, item: ImportItem) => reader.fileOf(address, item)?.path ?? null;
  for (const item of items)
    changeBody(item.html, { image: (to) => image(to, item), link: (to) => newPaths.of(to, item) }, []);
  return items.length;
}

test.each([
  ['WordPress', 2_000],
  ['Ghost', 2_000],
  ['Markdown', 1_000],
  ['this product', 500],
] as const)(
  'reading an export of %s takes time in proportion to its texts',
  { timeout: 120_000 },
  async (system, count) => {
    const largest = isLong ? count : count / 2;
    const make = exportsOf[system];
    expect(await readWhole(make(3))).toBe(3);
    const shape = { name: 'texts', make: (n: number) => 'a'.repeat(n) };
    const run = ({ length }: string) => readWhole(make(length));
    const growth = await growthOf(run, shape, { largest, suspicious: maxExponent });
    expect(growth?.exponent ?? 0).toBeLessThan(maxExponent);
  },
);

// Near the size of a whole body: what copies its text for every part of it shows only there.
const megabytes = isLong ? 4 : 1;
test.each(['a', '&amp;', '<!--', 'a<!--b-->', 'a&eacute;'])(
  `cleanHtml takes time in proportion to ${megabytes} MB of %s`,
  async (part) => {
    const shape = { name: part, make: (n: number) => `<p>${part.repeat(n / part.length)}</p>` };
    const growth = await growthOf(cleanHtml, shape, {
      largest: megabytes * 1_000_000,
      suspicious: maxExponent,
    });
    expect(growth?.exponent ?? 0).toBeLessThan(maxExponent);
  },
);

test('growthOf tells linear from quadratic work', async () => {
  const used = () => Object.values(process.threadCpuUsage()).reduce((sum, part) => sum + part);
  const work = (milliseconds: number) => {
    const begin = used();
    while (used() - begin < milliseconds * 1_000);
  };
  const shape = { name: 'any', make: (n: number) => 'a'.repeat(n) };
  const options = { largest: 1_000, suspicious: maxExponent };
  const linear = await growthOf(({ length }) => work(length / 8), shape, options);
  expect(linear?.exponent).toBeLessThan(maxExponent);
  const quadratic = await growthOf(({ length }) => work(length ** 2 / 8_000), shape, options);
  expect(quadratic?.exponent).toBeGreaterThan(maxExponent);
});
