import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { advertisements, inOtherLanguages, realMessages } from '../../scripts/seed/contact-messages.ts';
import { corpusPath, missingCorpus } from '#tests/corpora.ts';
import { seededRandom } from '../../scripts/seed/random.ts';
import { signsOf, spamThreshold, weighSigns, type Seen } from './spam-words.ts';

type Texts = readonly string[];

/** The number of texts that are spam after these were marked. */
function found(texts: Texts, marked: { spam: Texts; genuine: Texts } = { spam: [], genuine: [] }): number {
  const counts = new Map<string, Seen>();
  for (const kind of ['spam', 'genuine'] as const) {
    for (const sign of marked[kind].flatMap(signsOf)) {
      const seen = counts.get(JSON.stringify(sign)) ?? { spam: 0, genuine: 0 };
      counts.set(JSON.stringify(sign), { ...seen, [kind]: seen[kind] + 1 });
    }
  }
  const total = { spam: marked.spam.length, genuine: marked.genuine.length };
  const seenOf = (sign: object) => counts.get(JSON.stringify(sign)) ?? { spam: 0, genuine: 0 };
  const isSpam = (text: string) => weighSigns(signsOf(text), seenOf, total).odds > spamThreshold(total);
  return texts.filter(isSpam).length;
}

test('on the first day the plainest advertisements are spam, and no real message is', () => {
  expect(found(advertisements)).toBeGreaterThan(advertisements.length / 2);
  expect([found(realMessages), found(inOtherLanguages)]).toEqual([0, 0]);
});

test('a language is not spam for that only spam came in it, but the host of a link in it is', () => {
  const spam = Array.from(
    { length: 20 },
    (_, n) => `Лучшие цены на продвижение сайта, система ${n} https://shop.example`,
  );
  const [genuine = ''] = inOtherLanguages.filter((text) => text.startsWith('Добрый'));
  expect(
    found([genuine, `${genuine} Лучшие цены на продвижение сайта`], { spam, genuine: realMessages }),
  ).toBe(0);
  expect(found(inOtherLanguages, { spam: advertisements, genuine: realMessages })).toBe(0);
});

test('signsOf takes words of any script, hosts and lengths of numbers once, and no more than 300', () => {
  expect(signsOf('Über https://www.Shop.example/a?b=1 über 12345 キー can’t www.b.example')).toEqual([
    { kind: 'host', text: 'shop.example' },
    { kind: 'host', text: 'b.example' },
    { kind: 'word', text: 'über' },
    { kind: 'number', text: '5' },
    { kind: 'word', text: 'キー' },
    { kind: 'word', text: "can't" },
  ]);
  expect(signsOf(Array.from({ length: 5_000 }, (_, n) => `word${n}`).join(' '))).toHaveLength(300);
});

const corpus = 'spam/short-messages.tsv';
const missing = missingCorpus(corpus);

test.skipIf(missing)(
  `after 50 marked, 85 of 100 spam are found and at most 1 in 200 real messages${missing ? ` (${missing})` : ''}`,
  () => {
    const lines = readFileSync(corpusPath(corpus), 'utf8').split('\n').slice(1, -1);
    const result = { spam: 0, ofSpam: 0, genuine: 0, ofGenuine: 0 };
    for (let fold = 1; fold <= 10; fold += 1) {
      const random = seededRandom(fold);
      const texts = (label: string) =>
        lines
          .filter((line) => line.startsWith(`${label}\t`))
          .map((line) => ({ place: random(), text: line.slice(label.length + 1) }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ text }) => text);
      const [spam, genuine] = [texts('spam'), texts('ham')];
      // Each mark of spam counts one message of the inbox as genuine.
      const marked = { spam: spam.slice(0, 50), genuine: genuine.slice(0, 50) };
      result.spam += found(spam.slice(50), marked);
      result.ofSpam += spam.length - 50;
      result.genuine += found(genuine.slice(50), marked);
      result.ofGenuine += genuine.length - 50;
    }
    expect(result.spam / result.ofSpam).toBeGreaterThan(0.85);
    expect(result.genuine / result.ofGenuine).toBeLessThan(1 / 200);
  },
);
