import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { beforeAll, expect, test } from 'vitest';

import { createClient } from '#tests/client.ts';
import { crawl } from '#tests/crawl.ts';
import { joinedWords } from '#tests/joined-words.ts';
import { useProduct } from '#tests/product.ts';
import { needs } from '#tests/programs.ts';
import { fillPublicSite } from '#tests/public-site.ts';
import { sampleEmails } from '#tests/sample-emails.ts';

/** Pages and emails as they read without styles and script. */

const product = useProduct();
beforeAll(() => fillPublicSite(product.database.db));

test('words of neighbors stand apart on every public page and in every email', async () => {
  const { pages } = await crawl(product.origin, ['/', '/newsletter', '/newsletter/confirm', '/nowhere', '/search?q=post']);
  const html = pages.filter(({ type }) => type.startsWith('text/html'));
  expect(html.length).toBeGreaterThan(30);
  const read = [
    ...html.map(({ path, body }) => [path, body] as const),
    ...Object.entries(sampleEmails(product.origin)).map(([name, email]) => [name, email.html] as const),
  ];
  expect(read.flatMap(([name, text]) => joinedWords(text).map((words) => `${name}: ${words}`))).toEqual([]);
}); // prettier-ignore

const lynx = needs('lynx');
const w3m = needs('w3m');

test.skipIf(lynx.isMissing)(
  `lynx reads header, date and the field that stays empty${lynx.note}`,
  async () => {
    const read = (path: string) => readBy('lynx', '-dump', '-nolist', '-width=200', product.origin + path);
    expect(await read('/blog/rich')).toContain('Home About Blog Contact');
    expect(await read('/blog/rich')).toContain('Ada Author December 31, 2025 2 min read');
    expect(await read('/contact')).toContain('Leave this field empty ____');
  },
);

test.skipIf(w3m.isMissing)(`w3m reads header and date${w3m.note}`, async () => {
  const text = await readBy('w3m', '-dump', '-cols', '200', `${product.origin}/blog/rich`);
  expect(text).toContain('Home About Blog Contact');
  expect(text).toContain('Ada Author December 31, 2025 2 min read');
});

async function readBy(program: string, ...given: string[]): Promise<string> {
  return (await promisify(execFile)(program, given)).stdout;
}

test('a sign-up with the field that stays empty filled in does not say that an email was sent', async () => {
  const fields = { email: 'ada@visitor.test', website: 'firm.example' };
  const answer = await createClient(product).post('/newsletter', fields);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('Nothing was stored. Leave “Leave this field empty” as it is.');
});
