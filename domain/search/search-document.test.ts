import { expect, test } from 'vitest';

import { readHtml } from '#domain/html/read-html.ts';
import { searchDocumentOf } from './search-document.ts';

const post = { title: 'A title', excerpt: null, language: null };

test('a word is stored as written and without its ending, with its position and weight', () => {
  const { document, title } = searchDocumentOf(
    { ...post, title: 'Moving data', excerpt: 'Slowly' },
    readHtml('<p>moving &amp; <b>da</b>ta</p><p>end</p>'),
  );
  expect(title).toBe("'moving':1A 'move':1A 'data':2A");
  expect(document).toBe("'moving':1A,20 'move':1A,20 'data':2A,21 'slowly':11B 'slowli':11B 'end':22");
});

test('words of a post in another language than English are stored as written only', () => {
  const tree = readHtml('<p>Häuser moving</p>');
  expect(searchDocumentOf({ ...post, title: 'x', language: 'de' }, tree).document).toBe(
    "'x':1A 'hauser':18 'moving':19",
  );
  expect(searchDocumentOf({ ...post, title: 'x', language: 'en-GB' }, tree).document).toContain("'move'");
});

test('the document of the largest content stays below the limits of PostgreSQL and is made within 5 s', () => {
  const words = Array.from({ length: 700_000 }, (_, n) => `w${n.toString(36)}`).join(' ');
  const start = process.threadCpuUsage();
  for (const content of [
    `<p>${words}</p>`,
    `<p>${'語'.repeat(1_600_000)}</p>`,
    `<p>${'x'.repeat(5_000_000)}</p>`,
  ]) {
    const { document } = searchDocumentOf(post, readHtml(content));
    expect(Buffer.byteLength(document)).toBeLessThan(1_000_000);
    const places = [...document.matchAll(/[:,](\d+)/g)].map(([, place]) => Number(place));
    expect(places.reduce((one, other) => Math.max(one, other))).toBeLessThanOrEqual(16_383);
  }
  // The time of this thread, so that a busy machine does not count.
  expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(5_000);
});

test('a heading stands apart from the text below it in what an extract is taken from', () => {
  const content = '<h2>Ferries</h2><p>They leave at nine.</p><p>And come back.</p>';
  expect(searchDocumentOf(post, readHtml(content)).words).toBe(
    'Ferries · They leave at nine. And come back.',
  );
});
