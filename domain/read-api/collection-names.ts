import type { TermKind } from '#db/queries/managed-terms.ts';
import type { PostKind } from '#domain/kinds.ts';
import { keysOf } from '#domain/fields/keys-of.ts';

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
export const collectionNames = keysOf(collections);
