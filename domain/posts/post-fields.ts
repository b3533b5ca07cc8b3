import type { PostRow } from '#db/tables.ts';
import type { PostKind } from '#domain/kinds.ts';
import { keysOf } from '#domain/fields/keys-of.ts';

/**
 * How a field is validated, edited and compared. `image` is the address of an uploaded image, `description` what was
 * changed about it (`domain/images/image-description.ts`), `address` one of the web, `id` a row's id, `language` a BCP 47
 * tag, `lines` several lines of text, `results` the figures of a case study (`case-results.ts`).
 */
type AnyType =
  | 'title'
  | 'slug'
  | 'line'
  | 'text'
  | 'address'
  | 'flag'
  | 'instant'
  | 'day'
  | 'image'
  | 'description'
  | 'id'
  | 'language'
  | 'kind'
  | 'lines'
  | 'year'
  | 'results';

type Field = {
  /** Its name on screens and in messages. */
  label: string;
  type: AnyType;
  column: keyof PostRow;
  /** Characters, of `lines` in each. */
  max?: number;
  /** Of `lines`: how many there may be. */
  count?: number;
  /** What is said when it is empty although it is required: a title always, any other field when it is published. */
  missing?: string;
  /** The kinds that have it; all where it is not said. */
  kinds?: readonly PostKind[];
  /** Of a flag: a form that was loaded before the flag existed may leave it out, and it is off. */
  isOptional?: true;
  /** Of this post alone: "Duplicate" does not take it over. */
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
    column: 'title',
    max: 300,
    missing: 'Please enter a post title.',
    isOwn: true,
  },
  slug: { label: 'Slug', type: 'slug', column: 'slug', max: 200, isOwn: true },
  excerpt: { label: 'Excerpt', type: 'text', column: 'excerpt', max: 2_000 },
  published: { label: 'Published', type: 'flag', column: 'published', isOwn: true },
  featured: { label: 'Featured', type: 'flag', column: 'featured', isOwn: true },
  publishedAt: { label: 'Publish Date', type: 'instant', column: 'published_at', isOwn: true },
  displayPublishedAt: { label: 'Display Date', type: 'day', column: 'display_published_at', isOwn: true },
  featuredImage: { label: 'Featured Image', type: 'image', column: 'featured_image', max: 2_000 },
  imageDescription: {
    label: 'Image description',
    type: 'description',
    column: 'image_description',
    max: 20_000,
  },
  authorId: { label: 'Author', type: 'id', column: 'author_id', isOwn: true },
  /** The author that visitors see instead of the account's own. */
  publicAuthorId: { label: 'Shown as', type: 'id', column: 'public_author_id', isOwn: true },
  categoryId: { label: 'Category', type: 'id', column: 'category_id' },
  language: { label: 'Language', type: 'language', column: 'language' },
  metaDescription: { label: 'Description', type: 'line', column: 'meta_description', max: 500 },
  socialTitle: { label: 'Social Headline', type: 'line', column: 'social_title', max: 300 },
  socialImage: { label: 'Social Image', type: 'image', column: 'social_image', max: 2_000 },
  // Not copied: it would hide the copy behind the page that the original names.
  canonicalUrl: {
    label: 'Canonical Address',
    type: 'address',
    column: 'canonical_url',
    max: 2_000,
    isOwn: true,
  },
  noindex: { label: 'Hidden from Search Engines', type: 'flag', column: 'noindex', isOptional: true },
  /** Chosen when it is created. */
  kind: { label: 'Kind', type: 'kind', column: 'kind' },
  client: {
    label: 'Client',
    type: 'line',
    column: 'client',
    max: 120,
    missing: 'Please enter the client.',
    ...ofCaseStudies,
  },
  clientLogo: { label: 'Client Logo', type: 'image', column: 'client_logo', max: 2_000, ...ofCaseStudies },
  industry: { label: 'Industry', type: 'line', column: 'industry', max: 80, ...ofCaseStudies },
  services: { label: 'Services', type: 'lines', column: 'services', max: 80, count: 12, ...ofCaseStudies },
  technologies: {
    label: 'Technologies',
    type: 'lines',
    column: 'technologies',
    max: 80,
    count: 30,
    ...ofCaseStudies,
  },
  year: { label: 'Year', type: 'year', column: 'year', ...ofCaseStudies },
  results: { label: 'Results', type: 'results', column: 'results', ...ofCaseStudies },
  quote: { label: 'Quote', type: 'text', column: 'quote', max: 1_000, ...ofCaseStudies },
  quoteName: { label: 'Name', type: 'line', column: 'quote_name', max: 120, ...ofCaseStudies },
  quoteRole: { label: 'Role', type: 'line', column: 'quote_role', max: 120, ...ofCaseStudies },
  link: { label: 'Link', type: 'address', column: 'link', max: 2_000, ...ofCaseStudies },
} as const satisfies Record<string, Field>;

/** The title of a draft that has a body alone. */
export const untitled = 'Untitled';

type PostFields = typeof postFields;
type NameOfType<Wanted extends AnyType> = {
  [Name in keyof PostFields]: PostFields[Name]['type'] extends Wanted ? Name : never;
}[keyof PostFields];

export type FieldName = keyof PostFields;
export type FieldType<Name extends FieldName> = PostFields[Name]['type'];
export type FieldColumn<Name extends FieldName = FieldName> = PostFields[Name]['column'];
/** A field that the form sends under its own name: all but the dates, which the form has as day and time. */
export type FormFieldName = Exclude<FieldName, NameOfType<'instant' | 'day'>>;
/** A field that is typed as text. */
export type TextFieldName = NameOfType<'title' | 'slug' | 'line' | 'text' | 'address'>;

/** The value of each field: what its column holds. Instants are `Date`, days are YYYY-MM-DD. */
export type FieldValues = { [Name in FieldName]: PostRow[FieldColumn<Name>] };

export const fieldNames = keysOf(postFields);
export const formFieldNames = fieldNames.filter(isFormField);
export const textFieldNames = fieldNames.filter(isTextField);

export function hasField(kind: PostKind, name: FieldName): boolean {
  const field: Field = postFields[name];
  return field.kinds?.includes(kind) ?? true;
}

/** The fields of the form that a kind has beside those of all kinds. */
export function ownFieldsOf(kind: PostKind): FormFieldName[] {
  return formFieldNames.filter((name) => 'kinds' in postFields[name] && hasField(kind, name));
}

/** The columns that a copy of a post takes over, beside its content. */
export const copiedColumns = fieldNames
  .filter((name) => !('isOwn' in postFields[name]))
  .map((name) => postFields[name].column);

export function fieldsOfRow(row: Pick<PostRow, FieldColumn>): FieldValues {
  const entries = fieldNames.map((name) => [name, row[postFields[name].column]]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each field, from its own column
  return Object.fromEntries(entries) as FieldValues;
}

/** The fields that the form sends under their own names, out of everything that it sends. */
export function formFieldsOf<Values extends Record<FormFieldName, unknown>>(
  sent: Values,
): Pick<Values, FormFieldName> {
  const entries = formFieldNames.map((name) => [name, sent[name]]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each of them
  return Object.fromEntries(entries) as Pick<Values, FormFieldName>;
}

type Columns<Values> = {
  [Name in keyof Values & FieldName as FieldColumn<Name>]: Values[Name];
};

/** Some or all fields under the names of their columns. */
export function columnsOf<Values extends { [Name in FieldName]?: unknown }>(values: Values): Columns<Values> {
  const entries = fieldNames
    .filter((name) => name in values)
    .map((name) => [postFields[name].column, values[name]]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each field that is there
  return Object.fromEntries(entries) as Columns<Values>;
}

function isFormField(name: FieldName): name is FormFieldName {
  const { type } = postFields[name];
  return type !== 'instant' && type !== 'day';
}

function isTextField(name: FieldName): name is TextFieldName {
  const types: readonly AnyType[] = ['title', 'slug', 'line', 'text', 'address'];
  return types.includes(postFields[name].type);
}
