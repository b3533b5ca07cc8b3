import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { articlesMissing, readArticles } from '#tests/articles.ts';
import { crawl, type Crawl } from '#tests/crawl.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { fieldsOf } from '#tests/load-articles.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

const jar = join(
  dirname(createRequire(import.meta.url).resolve('vnu-jar/package.json')),
  'build',
  'dist',
  'vnu.jar',
);
const javaMissing = await run('java', ['-version']).then(
  () => null,
  () => 'there is no Java on this machine, which the Nu HTML checker needs',
);

/** The whole site by the checker that the W3C runs, with every article that people really wrote. */
describe(`a site with ${articlesMissing ?? '723 real articles'}`, () => {
  let product: RunningProduct;
  let site: Crawl;
  const bodies = new Map<string, string>();

  beforeAll(async () => {
    product = await startProduct();
    const ctx = await contextAs(product.database.db, 'editor');
    for (const article of articlesMissing === null ? readArticles() : []) {
      const { slug } = await addPost(ctx, fieldsOf(article));
      bodies.set(`/blog/${slug}`, article.html);
    }
    const starts = [
      '/',
      '/search',
      '/search?q=rust',
      '/search?q=zzyzx',
      '/nothing-here',
      '/blog/nothing-here',
      '/admin/login',
    ];
    site = await crawl(product.origin, starts);
  }, 600_000);
  afterAll(() => product.stop());

  test('has no broken link of its own making and loads nothing of others', () => {
    const own = site.broken.filter((link) => {
      const [from = '', target = ''] = link.split(' → ');
      // An article's links are its author's: some of them point to the site they come from.
      return !addressesOf(bodies.get(from) ?? '', from).has(target.replace(/ \([^(]*$/, ''));
    });
    expect(own).toEqual([]);
    expect(site.foreign).toEqual([]);
  });

  test.skipIf(javaMissing !== null)(
    `has no HTML error on any page${javaMissing === null ? '' : ` (skipped: ${javaMissing})`}`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'anyforge-html-'));
      try {
        const pages = site.pages.filter(({ type }) => type.startsWith('text/html'));
        const paths = new Map<string, string>();
        for (const [index, { path, body }] of pages.entries()) {
          paths.set(`${index}.html`, path);
          await writeFile(join(folder, `${index}.html`), body);
        }
        const report = await run('java', [
          '-Xss4m',
          '-jar',
          jar,
          '--errors-only',
          '--format',
          'json',
          '--exit-zero-always',
          folder,
        ]);
        const { messages } = JSON.parse(report) as {
          messages: { url: string; message: string; extract?: string }[];
        };
        const errors = messages
          // The checker does not know the rule yet; it has to be in the page (app/http/page-transitions.ts).
          .filter(({ message }) => message !== 'CSS: Unrecognized at-rule “@view-transition”')
          .map(({ url, message, extract }) => {
            return `${paths.get(url.replace(/^.*\//, ''))}: ${message} ${extract ?? ''}`;
          });
        expect(pages.length).toBeGreaterThan(articlesMissing === null ? 723 : 8);
        expect(errors).toEqual([]);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    600_000,
  );
});

/** Where an article as its author wrote it leads to, the way the crawl names it. */
function addressesOf(html: string, page: string): Set<string> {
  const here = new URL(page, 'http://site.test');
  const found = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, address = '']) => {
    const url = URL.parse(address.replaceAll('&amp;', '&'), here);
    if (url?.origin !== here.origin) return [];
    const target = url.pathname + url.search;
    const id = decodeURIComponent(url.hash.slice(1));
    return [target, `${target}#${address.startsWith('#') ? 'anchor-' : ''}${id}`];
  });
  return new Set(found);
}

function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}
