import { expect, test } from 'vitest';

import { prefersMarkdown } from './prefers-markdown.ts';

test.for([
  [undefined, false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['*/*', false],
  ['text/*', false],
  ['text/markdown', true],
  ['TEXT/Markdown;q=1', true],
  ['text/markdown, text/html;q=0.9, */*;q=0.1', true],
  ['text/markdown, */*', true],
  ['text/markdown, text/html, */*', true],
  ['text/html, text/markdown', false],
  ['text/html, text/markdown;q=0.9', false],
  ['text/html;q=0.5, text/markdown;q=0.6', true],
  ['text/markdown;q=0', false],
  ['text/markdown;q=0.000, */*', false],
  ['text/markdown;q=0.1, */*;q=0.5', false],
  ['text/markdown;q=x', true],
  ['text/markdown;variant=GFM;q=0.7, text/html;q=0.8', false],
  ['application/markdown, x/text/markdown', false],
  [`${'text/html,'.repeat(2_000)}markdown`, false],
] as const)('prefersMarkdown: %s is %s', ([accept, expected]) => {
  expect(prefersMarkdown(accept)).toBe(expected);
});
