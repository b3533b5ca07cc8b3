import {
  closings,
  excerpts,
  listItems,
  openings,
  places,
  quotes,
  roles,
  snippets,
  themes,
  things,
  titles,
  type Theme,
} from './phrases.ts';
import { pick, pickSome, seededRandom, type Random } from './random.ts';

export type ComposedPost = {
  title: string;
  excerpt: string | null;
  content: string;
  /** Positions in whatever lists the caller has; to be taken modulo their lengths. */
  category: number;
  author: number;
  tags: number[];
  /** Days before today; null is a draft. */
  daysAgo: number | null;
  time: string;
};

/** A post has one thing, place and role; numbers are drawn anew wherever they stand. */
type Words = Record<'thing' | 'place' | 'role' | 'n' | 'few' | 'weeks', () => string>;

/** Handwritten posts come first on the blog: composed ones are older than most of them. */
const newestDaysAgo = 70;
const oldestDaysAgo = 729;

const combinations = things.length * places.length * titles.length;
/** Shares no factor with `combinations`, so that neighbors differ in everything and no combination comes twice. */
const stride = 12_347;

/** The composed post number `index`: the same text for the same number, and no two titles alike. Pure. */
export function composePost(index: number): ComposedPost {
  const random = seededRandom(index * 2_654_435 + 17);
  const combination = (index * stride) % combinations;
  const thing = at(things, combination);
  const place = at(places, Math.floor(combination / things.length));
  const pattern = at(titles, Math.floor(combination / (things.length * places.length)));
  const role = pick(random, roles);
  const words: Words = {
    thing: () => thing,
    place: () => place,
    role: () => role,
    n: () => String(40 + Math.floor(random() * 900)),
    few: () => pick(random, ['three', 'four', 'five', 'six', 'seven', 'eight']),
    weeks: () => pick(random, ['two', 'three', 'five', 'six', 'nine', 'eleven']),
  };
  const round = Math.floor(index / combinations);
  const minute = Math.floor(random() * 600);
  return {
    title: title(pattern, thing, words) + (round === 0 ? '' : `, part ${round + 1}`),
    excerpt: random() < 0.85 ? fill(pick(random, excerpts), words) : null,
    content: body(random, words),
    category: Math.floor(random() * 1_000),
    author: Math.floor(random() * 1_000),
    tags: Array.from({ length: Math.floor(random() * 4) }, () => Math.floor(random() * 1_000)),
    daysAgo:
      random() < 0.03 ? null : newestDaysAgo + Math.floor(random() * (oldestDaysAgo - newestDaysAgo + 1)),
    time: `${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  };
}

function body(random: Random, words: Words): string {
  const sections = pickSome(random, themes, 2 + Math.floor(random() * 2));
  const html = [
    `<p>${pick(random, openings)}</p>`,
    ...sections.flatMap((theme) => section(random, theme)),
    `<p>${pick(random, closings)}</p>`,
  ].join('\n');
  return fill(html, words);
}

function section(random: Random, theme: Theme): string[] {
  const sentences = pickSome(random, theme.sentences, 6);
  return [
    `<h2>${pick(random, theme.headings)}</h2>`,
    `<p>${sentences.slice(0, 3).join(' ')}</p>`,
    ...ornament(random),
    `<p>${sentences.slice(3).join(' ')}</p>`,
  ];
}

function ornament(random: Random): string[] {
  const kind = random();
  if (kind < 0.25)
    return ['<ul>', ...pickSome(random, listItems, 4).map((item) => `<li>${item}</li>`), '</ul>'];
  if (kind < 0.4) return [`<blockquote><p>${pick(random, quotes)}</p></blockquote>`];
  if (kind < 0.5) {
    const { language, code } = pick(random, snippets);
    return [`<pre><code class="language-${language}">${code}</code></pre>`];
  }
  return [];
}

function title(pattern: string, thing: string, words: Words): string {
  const withArticle = `${/^[aeiou]/.test(thing) ? 'an' : 'a'} ${thing}`;
  return capitalised(fill(pattern.replace(/\{a thing\}/i, withArticle), words));
}

/** Replaces every `{word}`; one that begins a sentence begins with a capital. */
function fill(text: string, words: Words): string {
  return text.replace(
    /(^|[.!?] |<p>|<h2>)?\{(\w+)\}/g,
    (whole: string, start: string | undefined, name: string) => {
      if (!isWord(words, name)) return whole;
      return start === undefined ? words[name]() : start + capitalised(words[name]());
    },
  );
}

function isWord(words: Words, name: string): name is keyof Words {
  return Object.hasOwn(words, name);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is nothing to take from.');
  return item;
}
