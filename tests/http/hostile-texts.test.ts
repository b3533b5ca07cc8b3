import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { beforeAll, expect, test } from 'vitest';

import { createToken } from '#domain/accounts/tokens/manage-tokens.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { isLong } from '#tests/long.ts';
import { callTool } from '#tests/mcp-client.ts';
import { ownerSettings, useOwner } from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';

/** Files and texts that once held or ended the site, beside visitors; `npm run test:long` measures what those wait. */

const product = useProduct({ ...ownerSettings, METRICS_PORT: '0' });
const owner = useOwner(product);
let token: string;
let metrics: string;

/** At most 2,500 of each, so that `npm test` takes seconds. */
const part = (count: number) => (isLong ? count : Math.min(count, 2_500));

/** The longest that an answer may wait, and by how much the memory of the main process may grow: seconds, bytes. */
const longest = { delay: 0.2, memory: 200e6 };

beforeAll(async () => {
  const ctx = await contextAs(product.database.db, 'contributor');
  token = (await createToken(ctx, { name: 'Agent', days: '7', propose: 'on', readDrafts: 'on' })).secret;
  metrics = `http://127.0.0.1:${/"port":(\d+),"msg":"Metrics can be read"/.exec(product.output())?.[1]}/metrics`;
});

/** The longest delay of the event loop since the last call, in seconds, and the memory of the process in bytes. */
async function measured() {
  const text = await (await fetch(metrics)).text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    delay: valueOf('nodejs_eventloop_lag_max_seconds'),
    memory: valueOf('process_resident_memory_bytes'),
  };
}

const milliseconds = (seconds: number) => `${(seconds * 1_000).toFixed(0)} ms`;

/** Checks an uploaded file. @returns why it was refused, else the totals of its texts */
async function checked(name: string, content: string): Promise<string> {
  const answer = await owner.file(`/api/imports?name=${name}`, new TextEncoder().encode(content));
  if (answer.status !== 201) return answer.text();
  const { id } = (await answer.json()) as { id: string };
  for (;;) {
    const found = await product.database.db
      .selectFrom('imports')
      .select(['state', 'problem', 'report'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) return 'It is known by another id.';
    if (found.state !== 'checking') return found.problem ?? JSON.stringify(found.report).slice(0, 200);
    await sleep(50);
  }
}

const wxr = (items: string) =>
  `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`;
const item = (id: number, type: string, content: string) =>
  `<item><title>A</title><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type><wp:status>publish</wp:status><wp:post_parent>1</wp:post_parent><wp:post_name>s${id}</wp:post_name><wp:attachment_url>https://a.test/${id}.png</wp:attachment_url><content:encoded><![CDATA[${content}]]></content:encoded></item>`;
const ghost = (rows: string) => `{"db":[{"data":{"posts":[${rows}]}}]}`;
const many = (count: number, of: (n: number) => string) =>
  Array.from({ length: part(count) }, (_, n) => of(n));

const files: Record<string, () => [string, string]> = {
  'a gallery of all attachments, again and again': () => [
    'a.xml',
    wxr(
      item(1, 'post', '[gallery]'.repeat(part(1_000))) +
        many(500, (n) => item(n + 2, 'attachment', '')).join(''),
    ),
  ],
  'unfinished marks of an excerpt': () => ['b.xml', wxr(item(1, 'post', '<!--more'.repeat(part(200_000))))],
  'empty rows': () => ['c.json', ghost(`${'{},'.repeat(part(30_000_000))}{}`)],
  'rows with an id alone': () => ['d.json', ghost(many(1_000_000, () => '{"id":1}').join(','))],
  'short paragraphs': () => [
    'e.json',
    ghost(`{"id":"1","title":"A","slug":"a","html":"${'<p>a</p>'.repeat(part(900_000))}"}`),
  ],
  'keys of a front matter': () => [
    'f.md',
    `---\n${many(9_000, (n) => `k${n}: a\n`).join('')}---\n\nWords.\n`,
  ],
  'tags of a text': () => [
    'g.md',
    `---\ntitle: A\ntags: [${many(30_000, (n) => `t${n}`).join(', ')}]\n---\n\nWords.\n`,
  ],
};

const propose = async (body: string) => {
  const { value, error } = await callTool(product, token, 'propose_new', {
    fields: { title: 'A', body },
    reason: 'R',
  });
  return error ?? String(value?.['state']);
};

/** Publishes a post, and reads everything that shows it. */
async function published(content: string): Promise<string> {
  const form = newPost({ title: 'A', content, published: 'true', slug: `s-${(slugs += 1)}` });
  const { status } = await owner.post('/admin/posts/new', { ...form, creationKey: randomUUID() });
  if (status !== 302) return `Answered ${status}.`;
  if (isLong) console.log(`saving ${content.length} characters: ${milliseconds((await measured()).delay)}`);
  const path = `/blog/s-${slugs}`;
  for (const one of [path, `${path}.md`, '/rss.xml', '/search?q=many']) {
    const answer = await fetch(product.origin + one);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
  return 'published';
}

let slugs = 0;
const paragraph = 'One of many words. '.repeat(5);
const texts: Record<string, () => Promise<string>> = {
  'opened and unfinished emphasis of an agent': () => propose('_a'.repeat(part(49_000))),
  'quotations of an agent': () => propose('> '.repeat(part(49_000))),
  'footnotes of an agent': () => propose(many(3_000, (n) => `a[^${n}]\n\n[^${n}]: b\n`).join('\n')),
  'a public paragraph of such marks': () => published(`<p>${'*a_ '.repeat(part(600_000))}</p>`),
  'public paragraphs': () => published(`<p>${paragraph}</p>`.repeat(part(40_000))),
  'public links': () => published(`<p>${'<a href="/x">a</a> '.repeat(part(49_000))}</p>`),
  'public headings': () => published('<h2>Same</h2>'.repeat(part(49_000))),
};

const cases = Object.entries({
  ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, () => checked(...file())])),
  ...texts,
});
/** One of each way in; `tests/growth.test.ts` gives every reader more of them. */
const short = ['tags of a text', 'footnotes of an agent', 'public headings'];

test.each(isLong ? cases : cases.filter(([name]) => short.includes(name)))(
  '%s: ends in a text or a message beside visitors',
  { timeout: 600_000 },
  async (name, work) => {
    const before = await measured();
    const over = new AbortController();
    const visiting = (async () => {
      for (; !over.signal.aborted; await sleep(20))
        expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
    })();
    const end = await work().finally(() => over.abort());
    await visiting;
    expect(end).toMatch(/\w/);
    const { delay, memory } = await measured();
    if (!isLong) return;
    const grown = memory - before.memory;
    console.log(`${name}: ${milliseconds(delay)}, ${(grown / 1e6).toFixed(0)} MB more: ${end.slice(0, 120)}`);
    expect(delay).toBeLessThan(longest.delay);
    expect(grown).toBeLessThan(longest.memory);
  },
);

test('none of them ended the process', () => {
  expect(product.output().match(/Ready at/g)).toHaveLength(1);
});
