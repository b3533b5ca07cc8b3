import { keysOf } from '#domain/core/keys-of.ts';
import type { Defined, Field, ValueOf } from './fields.ts';
import { siteDocuments } from './site-documents.ts';

type Documents = typeof siteDocuments;
type Merged<Of> = (Of extends unknown ? (value: Of) => void : never) extends (value: infer All) => void
  ? All
  : never;
type FieldsOf<Name extends DocumentName> = Merged<
  Documents[Name]['sections'][keyof Documents[Name]['sections']]
>;

export type DocumentName = keyof Documents;

export type WordsOf<Name extends DocumentName> = {
  readonly [Key in keyof FieldsOf<Name>]: FieldsOf<Name>[Key] extends Defined<infer Of extends Field>
    ? ValueOf<Of>
    : never;
};

/** All documents, each field with what the owner wrote or with its default. */
export type SiteWords = { readonly [Name in DocumentName]: WordsOf<Name> };

/** Values of any document, as forms and the store handle them. */
export type DocumentValues = Readonly<Record<string, FieldValue>>;
export type FieldValue = string | boolean | readonly Readonly<Record<string, string | boolean>>[];

export const documentNames = keysOf(siteDocuments);

/** @param isRare folded in the form: hardly an owner changes it */
export type Section = { label: string; isRare: boolean; fields: readonly [name: string, field: Field][] };

/** The sections of a document in the order of its form. */
export function sectionsOf(name: DocumentName): Section[] {
  const sections: Readonly<Record<string, Readonly<Record<string, Defined<Field>>>>> =
    siteDocuments[name].sections;
  const { rare = [] }: { label: string; rare?: readonly string[] } = siteDocuments[name];
  return Object.entries(sections).map(([label, fields]) => ({
    label,
    isRare: rare.includes(label),
    fields: Object.entries(fields).map(([key, { field }]) => [key, field]),
  }));
}

export function fieldsOf(name: DocumentName): ReadonlyMap<string, Field> {
  return new Map(sectionsOf(name).flatMap(({ fields }) => fields));
}

/** The words of a document until it is edited. */
export function defaultsOf(name: DocumentName): DocumentValues {
  const sections: Readonly<Record<string, Readonly<Record<string, { initial: FieldValue }>>>> =
    siteDocuments[name].sections;
  return Object.fromEntries(
    Object.values(sections).flatMap((fields) =>
      Object.entries(fields).map(([key, { initial }]) => [key, initial]),
    ),
  );
}

/** All documents from the values of each. */
export function siteWordsFrom(valuesOf: (name: DocumentName) => DocumentValues): SiteWords {
  const entries = documentNames.map((name) => [name, valuesOf(name)]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each document, each with all of its fields
  return Object.fromEntries(entries) as unknown as SiteWords;
}

export const defaultWords: SiteWords = siteWordsFrom(defaultsOf);

export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

/** JSON of the database has its keys in an order of its own. */
function inOrder(value: FieldValue | undefined): unknown {
  return typeof value === 'object'
    ? value.map((item) => Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
}
