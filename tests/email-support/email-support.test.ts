import { describe, expect, test } from 'vitest';

import { composePostEmail } from '#domain/post-emails/compose-post-email.ts';
import { articlesMissing, readArticles } from '#tests/articles.ts';
import { exportsMissing, readExportedBodies } from '#tests/blog-exports.ts';
import { bodyImage, publicPost } from '#tests/public-post.ts';
import facts from './client-support.json' with { type: 'json' };
import { everythingSupported } from './supported.ts';
import { unsupportedIn } from './unsupported-in.ts';

const features: Readonly<Record<string, Readonly<Record<string, string>>>> = facts.features;

describe('what an email may consist of', () => {
  test.each(everythingSupported.map(([name, entry]) => ({ name, entry })))(
    '$name is supported by all twelve programs, or says what its readers see',
    ({ entry }) => {
      if (!('feature' in entry)) return;
      const lacking = features[entry.feature];
      expect(lacking, entry.feature).toBeDefined();
      const explained = entry.fallback ?? entry.unused;
      expect(explained !== undefined, JSON.stringify(lacking)).toBe(Object.keys(lacking ?? {}).length > 0);
    },
  );

  test('what a program lacks altogether has a fallback, or something beside it', () => {
    const beside = new Set(['css-overflow', 'css-max-height', 'html-body']);
    for (const [name, entry] of everythingSupported) {
      if (!('feature' in entry) || entry.fallback !== undefined || beside.has(entry.feature)) continue;
      expect(Object.values(features[entry.feature] ?? {}).join(), name).not.toContain('not at all');
    }
  });

  test('twelve programs were looked up', () => {
    expect(new Set(facts.clients).size).toBe(12);
    expect(facts.published).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  test('what is not in the tables is found', () => {
    const html = `<style>@media (max-width:480px){.a{color:#000000}} p{color:red}</style><p style="position:fixed;margin:-2px;font-size:1rem"
      onclick="x">a<marquee>b</marquee><a href="#n">c</a><img src="https://a.test/b.webp" width="50%"></p><table align="left"></table>`;
    expect(unsupportedIn(html).toSorted()).toEqual([
      '<marquee>',
      'a href=#n',
      'color:#000000 without !important',
      'font-size in rem',
      'font-size:1rem',
      'image webp',
      'img width=50%',
      'margin:-2px',
      'p onclick',
      'position',
      'p{color:red}',
      'table align=left',
    ]);
  });
});

const sender = {
  siteName: 'Firm',
  origin: 'https://firm.test',
  postalAddress: '1 Pier Street\nToronto',
  reason: 'You subscribed on our site.',
};
/** Of a post whose images are on the site, as an author would have put them there. */
function htmlOf(title: string, body: string): string {
  const content = body.replaceAll(/(?<=<img [^>]*?src=")[^"]*/g, bodyImage.src);
  return composePostEmail(publicPost({ title, content, images: [bodyImage] }), sender).html;
}

/** Five published articles of different kinds, by what is most of them. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['code', /<pre>/g],
  ['tables', /<tr>/g],
  ['images', /<img /g],
  ['footnotes and HTML of its own', /<(?:sup|details|div|iframe|figure)\b/g],
  ['lists and quotes', /<(?:li|blockquote)>/g],
];

describe.skipIf(articlesMissing !== null)(`the email of a real article${articlesMissing ?? ''}`, () => {
  const articles = articlesMissing === null ? readArticles() : [];
  test.each(kinds)('with the most %s of 723 has nothing that is not in the tables', (_, pattern) => {
    const count = ({ html }: { html: string }) => html.match(pattern)?.length ?? 0;
    const [article] = articles.toSorted((a, b) => count(b) - count(a));
    expect(article && count(article)).toBeGreaterThan(3);
    expect(unsupportedIn(htmlOf(article?.title ?? '', article?.html ?? ''))).toEqual([]);
  });

  test('every thirtieth of 723 has nothing that is not in the tables', () => {
    const some = articles.filter((_, index) => index % 30 === 0);
    const wrong = some.flatMap(({ slug, title, html }) =>
      unsupportedIn(htmlOf(title, html)).map((one) => `${slug}: ${one}`),
    );
    expect(wrong).toEqual([]);
  });
});

test.skipIf(exportsMissing !== null)(
  `the email of every post of a WordPress export has nothing that is not in the tables${exportsMissing ?? ''}`,
  () => {
    const bodies = readExportedBodies();
    expect(bodies.length).toBeGreaterThan(20);
    for (const body of bodies) expect(unsupportedIn(htmlOf('A post', body))).toEqual([]);
  },
);
