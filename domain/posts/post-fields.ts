import type { PostKind } from '#domain/core/kinds.ts';
import { keysOf } from '#domain/core/keys-of.ts';
import type { CaseResult } from './case-results.ts';

/**
 * The value of a field by its type. `image` is the address of an uploaded image, `description` what was changed about it
 * (`domain/images/image-description.ts`), `address` one of the web, `day` YYYY-MM-DD, `id` a row's id, `language` a BCP 47
 * tag, `lines` several lines of text, `results` the figures of a case study (`case-results.ts`).
 */
export type ValueOfType = {
  /** Empty for a draft with a body alone. */
  title: string;
  slug: string | null;
  line: string | null;
  text: string | null;
  address: string | null;
  flag: boolean;
  instant: Date | null;
  day: string | null;
  image: string | null;
  description: string | null;
  id: string | null;
  language: string | null;
  kind: PostKind;
  lines: string[];
  year: number | null;
  results: CaseResult[];
};
export type AnyType = keyof ValueOfType;

type Field = {
  /** Its name on screens and in messages. */
  label: string;
  type: AnyType;
  /** True of a field without a column of its own: it stands under its name in the column `facts`. */
  isFact?: true;
  /**
   * Where visitors see it: on the page of the text alone, on the cards of lists too, or a list depends on it: who is in it,
   * its order, or what it can be filtered by. Finished pages are dropped by it.
   */
  shownIn: 'page' | 'card' | 'list';
  /** Characters, of `lines` in each. */
  max?: number;
  /** The maximum number of `lines`. */
  count?: number;
  /** The message when it is empty although it is required: a title always, any other field when it is published. */
  missing?: string;
  /** The kinds that have it; all where it is not said. */
  kinds?: readonly PostKind[];
  /** The hint below its control. */
  hint?: string;
  /** True of a field of this post alone: "Duplicate" does not take it over. */
  isOwn?: true;
};

const ofCaseStudies = { kinds: ['case_study'] } as const;
const fact = { ...ofCaseStudies, isFact: true } as const;

/**
 * Every field that an editor sets beside the content and the tags, once. Types, validation, rows, revisions, pending
 * changes, copies, the values of the form and the comparison of versions follow from this table. How to add one:
 * docs/adding-a-post-field.md.
 */
export const postFields = {
  title: {
    label: 'Title',
    type: 'title',
    shownIn: 'card',
    max: 300,
    missing: 'Please enter a post title.',
    isOwn: true,
  },
  slug: { label: 'Slug', type: 'slug', shownIn: 'card', max: 200, isOwn: true },
  excerpt: { label: 'Excerpt', type: 'text', shownIn: 'card', max: 2_000 },
  published: { label: 'Published', type: 'flag', shownIn: 'list', isOwn: true },
  featured: { label: 'Featured', type: 'flag', shownIn: 'list', isOwn: true },
  publishedAt: { label: 'Publish Date', type: 'instant', shownIn: 'list', isOwn: true },
  displayPublishedAt: { label: 'Display Date', type: 'day', shownIn: 'card', isOwn: true },
  featuredImage: { label: 'Featured Image', type: 'image', shownIn: 'card', max: 2_000 },
  imageDescription: { label: 'Image description', type: 'description', shownIn: 'page', max: 20_000 },
  authorId: { label: 'Author', type: 'id', shownIn: 'card', isOwn: true },
  /** The author that visitors see instead of the account's own. */
  publicAuthorId: { label: 'Shown as', type: 'id', shownIn: 'card', isOwn: true },
  categoryId: { label: 'Category', type: 'id', shownIn: 'list' },
  language: { label: 'Language', type: 'language', shownIn: 'page' },
  metaDescription: { label: 'Description', type: 'line', shownIn: 'page', max: 500 },
  socialTitle: { label: 'Social Headline', type: 'line', shownIn: 'page', max: 300 },
  socialImage: { label: 'Social Image', type: 'image', shownIn: 'page', max: 2_000 },
  // Not copied: it would hide the copy behind the page that the original names.
  canonicalUrl: { label: 'Canonical Address', type: 'address', shownIn: 'page', max: 2_000, isOwn: true },
  noindex: { label: 'Hidden from Search Engines', type: 'flag', shownIn: 'page' },
  /** Chosen when it is created. */
  kind: { label: 'Kind', type: 'kind', shownIn: 'list' },
  client: {
    label: 'Client',
    type: 'line',
    shownIn: 'card',
    max: 120,
    missing: 'Please enter the client.',
    ...fact,
  },
  clientLogo: {
    label: 'Client Logo',
    type: 'image',
    shownIn: 'card',
    max: 2_000,
    hint: 'With a transparent background.',
    ...ofCaseStudies,
  },
  industry: { label: 'Industry', type: 'line', shownIn: 'list', max: 80, ...fact },
  services: { label: 'Services', type: 'lines', shownIn: 'list', max: 80, count: 12, ...fact },
  technologies: { label: 'Technologies', type: 'lines', shownIn: 'page', max: 80, count: 30, ...fact },
  year: { label: 'Year', type: 'year', shownIn: 'page', ...fact },
  results: { label: 'Results', type: 'results', shownIn: 'card', ...fact },
  quote: { label: 'Quote', type: 'text', shownIn: 'card', max: 1_000, ...fact },
  quoteName: { label: 'Quoted person', type: 'line', shownIn: 'card', max: 120, ...fact },
  quoteRole: { label: 'Their role', type: 'line', shownIn: 'card', max: 120, ...fact },
  link: { label: 'Link', type: 'address', shownIn: 'page', max: 2_000, ...fact },
} as const satisfies Record<string, Field>;

/** The title of a draft that has a body alone. */
export const untitled = 'Untitled';

type PostFields = typeof postFields;
type NameOfType<Wanted extends AnyType> = {
  [Name in keyof PostFields]: PostFields[Name]['type'] extends Wanted ? Name : never;
}[keyof PostFields];

export type FieldName = keyof PostFields;
export type FieldType<Name extends FieldName> = PostFields[Name]['type'];
export type FactName = {
  [Name in FieldName]: PostFields[Name] extends { isFact: true } ? Name : never;
}[FieldName];
type ColumnName = Exclude<FieldName, FactName>;
export type FieldColumn = SnakeCase<ColumnName>;
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;
type TextFieldName = NameOfType<'title' | 'slug' | 'line' | 'text' | 'address'>;

export type FieldValues = { [Name in FieldName]: ValueOfType[FieldType<Name>] };

/** Everything that an editor sets beside the content. */
export type PostSettings = FieldValues & { tagIds: string[] };

/**
 * The one shape of a text: what a form, an import or a program sends, what a save stores, and what revisions, pending
 * changes and proposals hold.
 */
export type PostState = PostSettings & {
  /** HTML. */
  content: string;
};

export const fieldNames = keysOf(postFields);
export const columnNames = fieldNames.filter(hasColumn);
export const factNames = fieldNames.filter((name): name is FactName => !hasColumn(name));
export const textFieldNames = fieldNames.filter(isTextField);

export function hasField(kind: PostKind, name: FieldName): boolean {
  const field: Field = postFields[name];
  return field.kinds?.includes(kind) ?? true;
}

/** The fields that a kind has beside those of all kinds. */
export function ownFieldsOf(kind: PostKind): FieldName[] {
  return fieldNames.filter((name) => 'kinds' in postFields[name] && hasField(kind, name));
}

function hasColumn(name: FieldName): name is ColumnName {
  return !('isFact' in postFields[name]);
}

/** The name of a field as columns and front matter have it. */
export function columnOf<Name extends FieldName>(name: Name): SnakeCase<Name> {
  // oxlint-disable-next-line no-unsafe-type-assertion -- the type says the same
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`) as SnakeCase<Name>;
}

function isTextField(name: FieldName): name is TextFieldName {
  const types: readonly AnyType[] = ['title', 'slug', 'line', 'text', 'address'];
  return types.includes(postFields[name].type);
}
