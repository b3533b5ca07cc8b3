/**
 * Names of parts of the public content. A cached page is tagged with the keys of what it shows; the triggers in
 * db/functions (`raise_*_changes`) record the keys of what a transaction changes.
 *
 * - `post:ID`: a post in full
 * - `card:ID`: what lists show of a post, its category, its author and its image included
 * - `list`: which posts of the blog are public, and their order
 * - `kind:KIND`: the same of another kind, with everything that its lists choose by
 * - `featured`: which of them are featured
 * - `category:ID`, `tag:ID`: which posts are in it, its name and its slug
 * - `author:ID`: which posts show the author, and everything that the author's page shows of the author
 * - `profile:ID`: what a post shows of its author at its end
 * - `categories`: the categories that have a public post
 * - `sitemap`: addresses and the times of their last change
 * - `newest`: shown by a post that has no newer one
 * - `site:NAME`: the owner's words of a document (domain/site/site-documents.ts)
 */
export const contentKeys = ['list', 'featured', 'categories', 'sitemap', 'newest'] as const;
export const contentKeyPrefixes = [
  'post',
  'card',
  'kind',
  'category',
  'tag',
  'author',
  'profile',
  'site',
] as const;
export type ContentKey = (typeof contentKeys)[number] | `${(typeof contentKeyPrefixes)[number]}:${string}`;

export type ContentRecorder = {
  /** Told what a cached page shows, while it is rendered. */
  showsContent?: (keys: readonly ContentKey[]) => void;
};

/**
 * Further keys of a change: something was hidden, deleted or moved; the rules of redirects are others; everything may
 * have changed.
 */
export const signals = ['withdrawn', 'redirects', 'all'] as const;
export type Signal = (typeof signals)[number];

export function cardKeys(cards: readonly { id: string }[]): ContentKey[] {
  return cards.map(({ id }) => `card:${id}` as const);
}

/** Posts shown in full, outside of their own pages. */
export function wholePostKeys(posts: readonly { id: string }[]): ContentKey[] {
  return posts.flatMap(({ id }) => [`post:${id}` as const, `card:${id}` as const]);
}

/** The likeness of related posts: a post that shares only the category has this likeness, each shared tag adds two. */
const likenessByCategory = 1;

/**
 * The content of a post's page: the post, its neighbors, and posts like it. Posts of its category are looked for only
 * where tags do not give enough, so only then a change in the category matters.
 * @param relatedLimit how many related posts it would show at most
 */
export function postPageKeys(
  post: {
    id: string;
    category_id: string | null;
    tags: readonly { id: string }[];
    author_facts: { id: string } | null;
    older: { id: string } | null;
    newer: { id: string } | null;
    related: readonly { id: string; likeness: number }[];
  },
  relatedLimit: number,
): ContentKey[] {
  const { category_id, older, newer, related } = post;
  const dependsOnCategory =
    related.length < relatedLimit || related.some(({ likeness }) => likeness <= likenessByCategory);
  return [
    ...wholePostKeys([post]),
    ...cardKeys([...related, ...(older ? [older] : []), ...(newer ? [newer] : [])]),
    ...post.tags.map(({ id }) => `tag:${id}` as const),
    ...(category_id !== null && dependsOnCategory ? [`category:${category_id}` as const] : []),
    ...(post.author_facts === null ? [] : [`profile:${post.author_facts.id}` as const]),
    ...(newer === null ? (['newest'] as const) : []),
  ];
}
