import type { TermKind } from '#db/queries/managed-terms.ts';
import type { PostKind } from '#domain/kinds.ts';

/** What programs can read, by its name in the address. */
export const collections = {
  posts: { kind: 'post' },
  pages: { kind: 'page' },
  'case-studies': { kind: 'case_study' },
  authors: { term: 'author' },
  categories: { term: 'category' },
  tags: { term: 'tag' },
} as const satisfies Record<string, { kind: PostKind } | { term: TermKind }>;

export type CollectionName = keyof typeof collections;
// oxlint-disable-next-line no-unsafe-type-assertion -- the keys of a constant are those of its type
export const collectionNames = Object.keys(collections) as CollectionName[];
