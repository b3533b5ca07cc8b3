import { formatLongDate } from '#domain/text/dates.ts';
import { visibleText } from '#domain/text/visible-text.ts';
import type { PostChoices } from '../state/post-choices.ts';
import type { PostValues } from '../state/post-values.ts';

/** A state of a post as a form holds it. */
export type State = { values: PostValues; content: string };

/** The parts of a post that are compared, chosen and restored, each as a whole. */
export const parts = [
  'title',
  'slug',
  'excerpt',
  'content',
  'published',
  'featured',
  'publishDate',
  'displayDate',
  'featuredImage',
  'author',
  'category',
  'tags',
] as const;

export type Part = (typeof parts)[number];

export const partNames: Record<Part, string> = {
  title: 'Title',
  slug: 'Slug',
  excerpt: 'Excerpt',
  content: 'Content',
  published: 'Published',
  featured: 'Featured',
  publishDate: 'Publish Date',
  displayDate: 'Display Date',
  featuredImage: 'Featured Image',
  author: 'Author',
  category: 'Category',
  tags: 'Tags',
};

/** What a reader compares word by word; the rest is compared as a whole. */
export const isProse = (part: Part) => part === 'title' || part === 'excerpt' || part === 'content';

export type Difference = { part: Part; one: string; other: string };

/** Where two states differ, in words. Two bodies of the same words differ in their formatting. */
export function differencesOf(one: State, other: State, choices: PostChoices): Difference[] {
  return parts
    .filter((part) => keyOf(part, one) !== keyOf(part, other))
    .map((part) => ({ part, one: wordsOf(part, one, choices), other: wordsOf(part, other, choices) }));
}

/**
 * Which side to begin with for each difference: theirs where only they changed something, else mine.
 * @param base what both began with; null when it is not known
 */
export function choicesToBegin(
  mine: State,
  theirs: State,
  base: State | null,
): Record<Part, 'mine' | 'theirs'> {
  const begin = (part: Part) =>
    base !== null && keyOf(part, mine) === keyOf(part, base) && keyOf(part, theirs) !== keyOf(part, base)
      ? 'theirs'
      : 'mine';
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each part
  return Object.fromEntries(parts.map((part) => [part, begin(part)])) as Record<Part, 'mine' | 'theirs'>;
}

/** The state with some parts taken from another one. */
export function withParts(state: State, from: State, taken: readonly Part[]): State {
  return taken.reduce<State>((result, part) => {
    if (part === 'content') return { ...result, content: from.content };
    const fields = Object.fromEntries(fieldsOf[part].map((field) => [field, from.values[field]]));
    return { ...result, values: { ...result.values, ...fields } };
  }, state);
}

const fieldsOf: Record<Exclude<Part, 'content'>, (keyof PostValues)[]> = {
  title: ['title'],
  slug: ['slug'],
  excerpt: ['excerpt'],
  published: ['published'],
  featured: ['featured'],
  publishDate: ['publishDay', 'publishTime'],
  displayDate: ['displayDay'],
  featuredImage: ['featuredImage'],
  author: ['authorId'],
  category: ['categoryId'],
  tags: ['tagIds'],
};

function keyOf(part: Part, { values, content }: State): string {
  if (part === 'content') return content;
  return JSON.stringify(
    fieldsOf[part].map((field) => {
      const value = values[field];
      return Array.isArray(value) ? value.toSorted() : value;
    }),
  );
}

function wordsOf(part: Part, { values, content }: State, choices: PostChoices): string {
  switch (part) {
    case 'title':
    case 'slug':
    case 'excerpt':
    case 'featuredImage':
      return values[part];
    case 'content':
      return visibleText(content);
    case 'published':
    case 'featured':
      return values[part] ? 'Yes' : 'No';
    case 'publishDate':
      return values.publishDay === ''
        ? ''
        : `${formatLongDate(values.publishDay)}, ${values.publishTime || '00:00'}`;
    case 'displayDate':
      return values.displayDay === '' ? '' : formatLongDate(values.displayDay);
    case 'author':
      return choices.authors.find(({ id }) => id === values.authorId)?.label ?? 'Unknown';
    case 'category':
      return nameOf(values.categoryId, choices.categories, 'Uncategorized');
    case 'tags':
      return values.tagIds
        .map((id) => nameOf(id, choices.tags, ''))
        .toSorted()
        .join(', ');
  }
}

function nameOf(id: string, terms: { id: string; name: string }[], none: string): string {
  if (id === '') return none;
  return terms.find((term) => term.id === id)?.name ?? '(deleted)';
}
