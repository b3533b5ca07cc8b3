import { expect, test } from 'vitest';

import { markdownHtml } from './markdown-html.ts';

test('markdownHtml refuses what its parser would read again and again, and nothing near it', () => {
  for (const text of [`${'> '.repeat(100)}a`, 'a*'.repeat(10_000), '_a '.repeat(10_000)])
    expect(() => markdownHtml(text)).toThrow('nested too deeply');
  const stars = 'a*'.repeat(5_000);
  expect(markdownHtml(`${stars}\n\n${stars}\n \n${stars}`)).toContain('<p>a');
  for (const text of [
    'a\\*'.repeat(20_000),
    'a_'.repeat(20_000) + 'a\\*a\\*',
    `~~~\n${'a*'.repeat(20_000)}\n~~~`,
  ])
    expect(markdownHtml(text)).toContain('a*a*');
});
