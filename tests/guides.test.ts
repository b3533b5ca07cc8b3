import { globSync } from 'node:fs';

import { expect, test } from 'vitest';
import { project, readText } from '#tests/project.ts';

const product = globSync('{app,domain,db,adapters,server}/**/*.{ts,tsx,sql}', { cwd: project }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);

/** Each guide, with the name of something that was added by it, and the files that only this one needed. */
const guides = [
  {
    page: 'docs/adding-a-content-type.md',
    added: /\bcase_study\b/,
    own: /\/case-studies\.ts$|^app\/routes\/(?:public|admin)\/work\//,
  },
  {
    page: 'docs/adding-a-post-field.md',
    added: /\b(?:socialTitle|social_title)\b/,
    own: /^app\/(?:http|routes\/public)\//,
  },
];

test.for(guides)('$page names every shared file that knows what was added by it', ({ page, added, own }) => {
  const text = readText(page);
  const named = Array.from(text.matchAll(/`([\w.-]+\/[\w./-]*)`/g), ([, path = '']) => path);
  const knowing = product.filter((file) => added.test(readText(file)));
  expect(knowing.length).toBeGreaterThan(5);
  expect(
    knowing.filter(
      (file) => !own.test(file) && !named.some((path) => file === path || file.startsWith(`${path}/`)),
    ),
    'Derive it from the table of kinds or fields, or else name the file in the guide.',
  ).toEqual([]);
});

test('README and CONTRIBUTING link to every guide', () => {
  for (const from of ['README.md', 'CONTRIBUTING.md'])
    for (const { page } of guides) expect(readText(from)).toContain(`](${page})`);
});
