import type { TermKind } from '#db/queries/managed-terms.ts';
import type { PostKind } from '#domain/kinds.ts';

export const collectionNames = ['posts', 'pages', 'case-studies', 'authors', 'categories', 'tags'] as const;

/** What programs can read, by its name in the address. */
export type CollectionName = (typeof collectionNames)[number];

export const collections: Readonly<Record<CollectionName, { kind: PostKind } | { term: TermKind }>> = {
  posts: { kind: 'post' },
  pages: { kind: 'page' },
  'case-studies': { kind: 'case_study' },
  authors: { term: 'author' },
  categories: { term: 'category' },
  tags: { term: 'tag' },
};

export function isCollection(name: string): name is CollectionName {
  return collectionNames.some((one) => one === name);
}
