import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readFrontMatter } from '#domain/markdown/front-matter.ts';
import { markdownHtml } from '#domain/markdown/markdown-html.ts';
import { detectLanguage } from './detect-language.ts';
import { visibleText } from './visible-text.ts';

test.each([
  [
    'en',
    'The house that we have built is for the people who live in it, and it was not built by one of them alone.',
  ],
  [
    'fr',
    'La maison que nous avons construite est pour les gens qui y habitent, et ce n’est pas une maison pour nous.',
  ],
  [
    'de',
    'Das Haus, das wir gebaut haben, ist nicht für uns, sondern für die Menschen, die mit der Arbeit leben und auch im Winter.',
  ],
  [
    'es',
    'La casa que hemos construido es para la gente que vive en ella, y no es una casa para nosotros, pero se usa como tal.',
  ],
  [
    'it',
    'La casa che abbiamo costruito non è per noi ma per le persone che ci vivono, e si usa anche come un posto di lavoro.',
  ],
  [
    'pt',
    'A casa que nós construímos não é para nós, mas para as pessoas que vivem nela, e se usa como um lugar de trabalho.',
  ],
  [
    'nl',
    'Het huis dat wij hebben gebouwd is niet voor ons maar voor de mensen die er wonen, en het is ook een plek om te werken.',
  ],
  ['ja', '小さく作るということは、早く学ぶということです。PostgreSQL を使います。'],
  ['ko', '작게 만든다는 것은 빨리 배운다는 것입니다.'],
  ['zh', '小步前进，快速学习。'],
  ['he', 'שלום לכולם, זה מבחן.'],
  ['ar', 'مرحبا بالجميع هذا اختبار'],
  ['ru', 'Мы построили этот дом для людей, которые в нём живут.'],
  ['uk', 'Ми збудували цей будинок для людей, які в ньому живуть.'],
  ['el', 'Το σπίτι που χτίσαμε.'],
])('%s is detected', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each(['', '42 + 7', 'Hello', 'const a = b(c); return d;', 'Lorem ipsum dolor sit amet '.repeat(10)])(
  'the language of "%s" is not certain',
  (text) => {
    expect(detectLanguage(text)).toBeNull();
  },
);

test('the language of every demonstration article is detected', () => {
  const folder = new URL('../../demonstration/posts/', import.meta.url);
  const others = {
    'ce-que-la-relecture-nous-apprend': 'fr',
    'chiisaku-tsukuru': 'ja',
    'shalom-miktzat': 'he',
  };
  const expected = new Map(Object.entries(others));
  for (const name of readdirSync(folder)) {
    const slug = name.replace('.md', '');
    const text = visibleText(markdownHtml(readFrontMatter(readFileSync(new URL(name, folder), 'utf8')).body));
    expect(detectLanguage(text), slug).toBe(expected.get(slug) ?? 'en');
  }
});
