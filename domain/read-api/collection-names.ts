import type { TermKind } from '#db/queries/managed-terms.ts';
import { keysOf } from '#domain/fields/keys-of.ts';
import { kindNames, kinds, type PostKind } from '#domain/kinds.ts';

type OfKinds = { [Kind in PostKind as (typeof kinds)[Kind]['collection']]: { kind: PostKind } };
// oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each kind
const ofKinds = Object.fromEntries(kindNames.map((kind) => [kinds[kind].collection, { kind }])) as OfKinds;

/** Collections that programs can read, by their name in the address. */
export const collections = {
  ...ofKinds,
  authors: { term: 'author' },
  categories: { term: 'category' },
  tags: { term: 'tag' },
} as const satisfies Record<string, { kind: PostKind } | { term: TermKind }>;

export type CollectionName = keyof typeof collections;
export const collectionNames = keysOf(collections);
