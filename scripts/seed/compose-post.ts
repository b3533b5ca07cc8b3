import { pickSome, seededRandom } from './random.ts';

export type ComposedPost = {
  title: string;
  excerpt: string | null;
  content: string;
  /** Indexes into lists that the caller has; used modulo their lengths. */
  category: number;
  author: number;
  tags: number[];
  /** Days before today; null is a draft. */
  daysAgo: number | null;
  time: string;
};

const subjects = (
  'A booking calendar,An invoice run,A search box,A price list,A waiting list,A delivery note,A sign-up form,' +
  'A night job,A customer import,A stock count,A shift plan,A payment reminder,A product catalog,A returns desk,' +
  'A membership card,A repair ticket,A photo archive,A tax report,A ticket counter,A room plan,A loyalty program'
).split(',');
const places = (
  'at a ferry company,in a town library,for a chain of opticians,at a family brewery,in a children’s hospital,' +
  'for a bicycle maker,at a language school,in a climbing gym,for a seed merchant,in a small museum,' +
  'at a piano maker,in a wholesale market,for a youth orchestra,at a mountain railway,for a paper mill,' +
  'at a driving school,in a county archive,for a ski rental,in a city theater,for a cheese dairy'
).split(',');

const combinations = subjects.length * places.length;
/** Shares no factor with `combinations`, so neighboring posts differ in subject and place. */
const stride = 121;

/** Articles come first on the blog: composed posts are older than most of them. */
const newestDaysAgo = 70;
const oldestDaysAgo = 729;

/**
 * The composed post number `index`: the same post for the same number, and no two titles alike. Pure.
 * @param sections of articles, each a heading and what follows; two or three of them become the body
 */
export function composePost(index: number, sections: readonly string[]): ComposedPost {
  const random = seededRandom(index * 2_654_435 + 17);
  const below = (limit: number) => Math.floor(random() * limit);
  const combination = (index * stride) % combinations;
  const subject = subjects[combination % subjects.length];
  const place = places[Math.floor(combination / subjects.length)];
  const part = Math.floor(index / combinations) + 1;
  const title = `${subject} ${place}${part === 1 ? '' : `, part ${part}`}`;
  const days = oldestDaysAgo - newestDaysAgo + 1;
  return {
    title,
    excerpt: random() < 0.85 ? `${title}: what we built, and what we would do differently.` : null,
    content: `<p>${title}.</p>${pickSome(random, sections, 2 + below(2)).join('')}`,
    category: below(1_000),
    author: below(1_000),
    tags: Array.from({ length: below(4) }, () => below(1_000)),
    daysAgo: random() < 0.03 ? null : newestDaysAgo + below(days),
    time: new Date((8 * 60 + below(600)) * 60_000).toISOString().slice(11, 16),
  };
}
