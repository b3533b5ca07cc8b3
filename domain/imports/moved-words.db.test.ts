import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';

import type { Database } from '#db/client.ts';
import { findAddressOfKind } from '#domain/posts/find-address-of-kind.ts';
import { publicMarkdown } from '#domain/posts/public-markdown.ts';
import { contextAs } from '#tests/factories.ts';
import { exportSite } from '#domain/exports/export-site.ts';
import { corpusPath, missingCorpus } from '#tests/corpora.ts';
import { createOwnDatabase, test } from '#tests/database.ts';
import { smallExports, textsOf } from '#tests/small-exports.ts';
import { postsOf, useImports } from '#tests/use-imports.ts';
import { reportCsv, totalsInWords } from './import-report.ts';

const { written, moveIn, tryIn } = useImports();
const corpusMissing = missingCorpus('moving/README.md');
const corpus = (name: string) => corpusPath(`moving/${name}`);

async function exported(db: Database): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const file of exportSite(db, { withDrafts: true }))
    if ('text' in file) files[file.path] = file.text;
  return files;
}

test('an export of this product is read byte for byte, and a text without an author shows no one', async ({ own }) => {
  const body = 'import React from "react"\n\nUse `{{ site.url }}` in {{ site.url }}, {% raw %} and %% words %%.\n\n## Head {#id}\n\n![A](https://a.test/b.png "Title")\n\n<!-- -->\n\nexport default {}';
  const first = await written({
    'site.json': '{"format":"site-words-1","documents":{}}',
    'images.yaml': '[]',
    'posts/a.md': `---\ntitle: About templates\nslug: a\ndate: 2024-01-05T10:20:30.000Z\nfirst_published: 2024-01-05T10:20:30.000Z\n---\n\n${body}\n`,
    'posts/b.md': '---\ntitle: Draft\nslug: b\ndraft: true\n---\n\nWords.\n',
  });
  await moveIn(own.db, first);
  const files = await exported(own.db);
  expect(files['posts/a.md']).toContain('import React from "react"\n\nUse `{{ site.url }}` in {{ site.url }}, {% raw %} and %% words %%.');
  expect(files['posts/a.md']).toContain('export default {}');
  expect(files['posts/a.md']).not.toContain('author:');
  const reader = await contextAs(own.db, 'admin');
  const address = await findAddressOfKind(reader, 'post', 'a');
  expect(address.kind === 'found' && (await publicMarkdown(reader, address.post))).toMatch(/^---\n(?!.*\nauthor:)title: About templates/s);
  const { db, drop } = await createOwnDatabase();
  onTestFinished(drop);
  await moveIn(db, await written(files));
  expect(await exported(db)).toEqual(files);
  for (const site of [own.db, db]) {
    const { rows } = await sql`select author_id, public_author_id from blog_posts`.execute(site);
    expect(rows).toEqual([{ author_id: null, public_author_id: null }, { author_id: null, public_author_id: null }]);
  }
}); // prettier-ignore

test('the dry run and the report say for each text why it is public or not, and the totals', async ({ own }) => {
  const text = (title: string, more = '') => `---\ntitle: ${title}\ndate: 2020-01-01\n${more}---\nWords.\n`;
  const place = await written({
    'a.md': text('Open'), 'b.md': text('Closed', 'draft: yes\n'), 'c.md': text('Later', 'publishDate: 2999-01-01\n'),
    'd.md': text('Page', 'kind: page\n'), 'e.md': text('Study', 'kind: case_study\nclient: C\n'), 'f.md': text('Gone', 'status: trash\n'),
  });
  const reports = [await tryIn(own.db, place), await moveIn(own.db, place)];
  for (const { rows, totals } of reports) {
    expect(rows.map(({ title, state, reason }) => `${title} ${state} ${reason}`)).toEqual([
      'Open published It is public: the source says nothing else',
      'Closed draft It becomes a draft: the source says draft: yes',
      'Later scheduled It is scheduled: its date is ahead',
      'Page published It is public: the source says nothing else',
      'Study published It is public: the source says nothing else',
      'Gone  It is in the state "trash".',
    ]);
    expect(totals).toMatchObject({ taken: 5, 'left out': 1, kinds: { post: 3, page: 1, 'case study': 1 }, states: { public: 3, scheduled: 1, draft: 1 } });
  }
  const [planned = reports[0], done = planned] = reports;
  expect(planned && totalsInWords(planned, true)).toBe(
    '5 would be taken (3 posts, 1 page, 1 case study; 3 public, 1 draft, 1 scheduled), 0 there already, 1 left out, 0 images.',
  );
  expect(done && reportCsv(done)).toContain('the source says draft: yes');
}); // prettier-ignore

test.for(Object.entries(smallExports).map((kind, system) => [...kind, textsOf(system)] as const))(
  'the totals of a dry run of %s are those of an independent count',
  async ([, filesOf, texts], { own }) => {
    const { totals, rows } = await tryIn(own.db, await written({ ...filesOf(texts), 'notes.odt': 'x' }));
    const count = (isCounted: (text: (typeof texts)[number]) => boolean) => texts.filter(isCounted).length;
    const [pages, drafts] = [count(({ isPage }) => isPage), count(({ state }) => state === 'draft')];
    expect(totals).toMatchObject({
      taken: texts.length,
      'left out': 1,
      failed: 0,
      kinds: { post: texts.length - pages, page: pages },
      states: { public: count(({ state }) => state === 'public'), draft: drafts, scheduled: 1 },
    });
    expect(rows.every(({ reason }) => reason !== '')).toBe(true);
  },
);

const statesOf = async (db: Database) =>
  Object.fromEntries(
    (await postsOf(db)).map(({ title, published, published_at: at }) => [
      title,
      published === true && (at instanceof Date ? at.getFullYear() : ''),
    ]),
  );

test.skipIf(corpusMissing)('corpora/moving/draft-spellings: only what says so is public', async ({ own }) => {
  await moveIn(own.db, corpus('draft-spellings'));
  expect(await statesOf(own.db)).toEqual({
    'Draft yes': false, 'Hugo publishDate later': 2035, 'Normal one': 2020, 'Published off': false, 'TOML draft': false, private: false,
  });
}); // prettier-ignore

test.skipIf(corpusMissing)('corpora/moving: nothing hidden is stored, and no mark of a source is text', async ({ own }) => {
  for (const name of ['hidden-comments', 'jekyll-marks', 'code-shortcodes']) await moveIn(own.db, corpus(name));
  const content = (await postsOf(own.db)).map((post) => String(post['content'])).join('\n');
  expect(content).not.toMatch(/secret|Hidden if/i);
  expect(content).toMatch(/Visible start\.[^]*Visible end\./);
  expect(content.replace('{{ site.title }}', '')).not.toMatch(/\{[:#{%]/);
  expect(content.match(/<img /g)).toHaveLength(8);
  expect(content).toMatch(/<code class="language-python">import os\n\ndef f\(a\):\n {4}# a comment\n/);
}); // prettier-ignore

test.skipIf(corpusMissing)('corpora/moving/ghost-without-html.json: every word, and nothing of an email', async ({ own }) => {
  await moveIn(own.db, corpus('ghost-without-html.json'));
  const posts = await postsOf(own.db);
  const contentOf = (slug: string) => String(posts.find((post) => post['slug'] === slug)?.['content']);
  expect(posts.filter(({ published }) => published === true).map(({ slug }) => slug)).toEqual(['g-canon', 'g-cards', 'g-htmlcard', 'g-lexical', 'g-mobiledoc']);
  expect(contentOf('g-mobiledoc')).toContain('<strong>survive</strong>');
  expect(contentOf('g-htmlcard')).toContain('Only in an html card.</p><p>And a paragraph of mobiledoc.');
  expect(contentOf('g-lexical')).toContain('<strong>Only lexical words.</strong></p><p>Lexical html card.');
}); // prettier-ignore

test.skipIf(corpusMissing)('corpora/moving/wordpress-code.xml: each text has its code to the character', async ({ own }) => {
  await moveIn(own.db, corpus('wordpress-code.xml'));
  const posts = await postsOf(own.db);
  expect(posts.map(({ slug, content }) => [slug, String(content).match(/<pre>/g)?.length, /language-([\w]+)/.exec(String(content))?.[1]])).toEqual([
    ['code-block', 4, 'jscript'], ['code-brush', 1, 'powershell'], ['code-code', 1, 'php'], ['code-inside', 1, undefined],
    ['code-pre', 1, 'ruby'], ['code-python', 1, 'python'], ['code-source', 1, 'html'], ['code-tag', 1, undefined],
  ]);
  expect(JSON.stringify(posts)).toContain(JSON.stringify('if birthday &lt; 30:\n    print("young %i" % birthday)\n\n\nprint("end")').slice(1, -1));
}); // prettier-ignore
