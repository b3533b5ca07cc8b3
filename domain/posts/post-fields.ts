import type { PostRow } from '#db/tables.ts';
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
  /** Its column; one without it is a fact, which stands under its own name in the column `facts`. */
  column?: keyof PostRow;
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
    column: 'title',
    max: 300,
    missing: 'Please enter a post title.',
    isOwn: true,
  },
  slug: { label: 'Slug', type: 'slug', shownIn: 'card', column: 'slug', max: 200, isOwn: true },
  excerpt: { label: 'Excerpt', type: 'text', shownIn: 'card', column: 'excerpt', max: 2_000 },
  published: { label: 'Published', type: 'flag', shownIn: 'list', column: 'published', isOwn: true },
  featured: { label: 'Featured', type: 'flag', shownIn: 'list', column: 'featured', isOwn: true },
  publishedAt: {
    label: 'Publish Date',
    type: 'instant',
    shownIn: 'list',
    column: 'published_at',
    isOwn: true,
  },
  displayPublishedAt: {
    label: 'Display Date',
    type: 'day',
    shownIn: 'card',
    column: 'display_published_at',
    isOwn: true,
  },
  featuredImage: {
    label: 'Featured Image',
    type: 'image',
    shownIn: 'card',
    column: 'featured_image',
    max: 2_000,
  },
  imageDescription: {
    label: 'Image description',
    type: 'description',
    shownIn: 'page',
    column: 'image_description',
    max: 20_000,
  },
  authorId: { label: 'Author', type: 'id', shownIn: 'card', column: 'author_id', isOwn: true },
  /** The author that visitors see instead of the account's own. */
  publicAuthorId: { label: 'Shown as', type: 'id', shownIn: 'card', column: 'public_author_id', isOwn: true },
  categoryId: { label: 'Category', type: 'id', shownIn: 'list', column: 'category_id' },
  language: { label: 'Language', type: 'language', shownIn: 'page', column: 'language' },
  metaDescription: {
    label: 'Description',
    type: 'line',
    shownIn: 'page',
    column: 'meta_description',
    max: 500,
  },
  socialTitle: { label: 'Social Headline', type: 'line', shownIn: 'page', column: 'social_title', max: 300 },
  socialImage: { label: 'Social Image', type: 'image', shownIn: 'page', column: 'social_image', max: 2_000 },
  // Not copied: it would hide the copy behind the page that the original names.
  canonicalUrl: {
    label: 'Canonical Address',
    type: 'address',
    shownIn: 'page',
    column: 'canonical_url',
    max: 2_000,
    isOwn: true,
  },
  noindex: { label: 'Hidden from Search Engines', type: 'flag', shownIn: 'page', column: 'noindex' },
  /** Chosen when it is created. */
  kind: { label: 'Kind', type: 'kind', shownIn: 'list', column: 'kind' },
  client: {
    label: 'Client',
    type: 'line',
    shownIn: 'card',
    max: 120,
    missing: 'Please enter the client.',
    ...ofCaseStudies,
  },
  clientLogo: {
    label: 'Client Logo',
    type: 'image',
    shownIn: 'card',
    column: 'client_logo',
    max: 2_000,
    hint: 'With a transparent background.',
    ...ofCaseStudies,
  },
  industry: { label: 'Industry', type: 'line', shownIn: 'list', max: 80, ...ofCaseStudies },
  services: { label: 'Services', type: 'lines', shownIn: 'list', max: 80, count: 12, ...ofCaseStudies },
  technologies: {
    label: 'Technologies',
    type: 'lines',
    shownIn: 'page',
    max: 80,
    count: 30,
    ...ofCaseStudies,
  },
  year: { label: 'Year', type: 'year', shownIn: 'page', ...ofCaseStudies },
  results: { label: 'Results', type: 'results', shownIn: 'card', ...ofCaseStudies },
  quote: { label: 'Quote', type: 'text', shownIn: 'card', max: 1_000, ...ofCaseStudies },
  quoteName: { label: 'Quoted person', type: 'line', shownIn: 'card', max: 120, ...ofCaseStudies },
  quoteRole: { label: 'Their role', type: 'line', shownIn: 'card', max: 120, ...ofCaseStudies },
  link: { label: 'Link', type: 'address', shownIn: 'page', max: 2_000, ...ofCaseStudies },
} as const satisfies Record<string, Field>;

/** The title of a draft that has a body alone. */
export const untitled = 'Untitled';

type PostFields = typeof postFields;
type NameOfType<Wanted extends AnyType> = {
  [Name in keyof PostFields]: PostFields[Name]['type'] extends Wanted ? Name : never;
}[keyof PostFields];

export type FieldName = keyof PostFields;
export type FieldType<Name extends FieldName> = PostFields[Name]['type'];
type ColumnName = {
  [Name in FieldName]: PostFields[Name] extends { column: string } ? Name : never;
}[FieldName];
export type FactName = Exclude<FieldName, ColumnName>;
/** The columns of the fields that have one. */
export type FieldColumn = PostFields[ColumnName]['column'];
/** A field that is typed as text. */
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
  return 'column' in postFields[name];
}

function isTextField(name: FieldName): name is TextFieldName {
  const types: readonly AnyType[] = ['title', 'slug', 'line', 'text', 'address'];
  return types.includes(postFields[name].type);
}
