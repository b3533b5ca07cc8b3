import { expect, test } from 'vitest';

import { createTargetProposals } from './propose-targets.ts';

const propose = createTargetProposals([
  '/about',
  '/contact',
  '/privacy',
  '/blog/choosing-a-database',
  '/blog/how-agents-write-software',
  '/blog/pricing-a-project',
  '/blog/category/engineering',
]);

test.each([
  ['/blog/choosing-database', '/blog/choosing-a-database'],
  ['/2019/05/how-agents-write-software.html', '/blog/how-agents-write-software'],
  ['/blog/how-agents-wrote-software', '/blog/how-agents-write-software'],
  ['/about-us', '/about'],
  ['/kontact', '/contact'],
  ['/abuot', '/about'],
  ['/careers', null],
  ['/contcat', '/contact'],
  ['/category/engineering', '/blog/category/engineering'],
  ['/wp-login.php', null],
  ['/%', null],
  ['/', null],
])('the address %s probably meant %s', (missing, target) => {
  expect(propose(missing)).toBe(target);
});

test('5,000 addresses with equal words are compared in a moment', () => {
  const many = createTargetProposals(Array.from({ length: 5_000 }, (_, n) => `/blog/same-words-in-all-${n}`));
  const begin = process.threadCpuUsage();
  for (let n = 0; n < 50; n += 1) many(`/blog/same-words-in-all-of-them-${'x'.repeat(400)}${n}`);
  const { user, system } = process.threadCpuUsage(begin);
  expect((user + system) / 1_000).toBeLessThan(3_000);
});
