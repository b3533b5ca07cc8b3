/** Words that screens and verbs share about posts. Instants are `Date`, calendar days are `YYYY-MM-DD`. */

export type TermName = { name: string; slug: string };

/** A post as a list of cards shows it. Never carries the body. */
export type PublicPostCard = {
  id: string;
  slug: string;
  title: string;
  excerpt: string | null;
  featuredImage: string | null;
  category: TermName | null;
  /** Display name, else username, else "Unknown". */
  author: string;
  /** The date visitors see, long US English: "November 20, 2026". */
  date: string;
  /** The same day as YYYY-MM-DD, for `<time datetime>`. */
  day: string;
  readMinutes: number;
};

/** A post as its own page shows it. */
export type PublicPost = PublicPostCard & {
  /** Sanitised HTML, ready to be shown; '' when there is none. */
  content: string;
  tags: TermName[];
  publishedAt: Date;
  updatedAt: Date;
};

export type PostLink = { slug: string; title: string };

/** A post with where to go from it. */
export type PublicPostInPlace = PublicPost & {
  older: PostLink | null;
  newer: PostLink | null;
  /** What shares tags or the category with it, most alike first. */
  related: PublicPostCard[];
};

export type Page<Item> = { items: Item[]; page: number; pages: number; total: number };

/** What an address under /blog/ leads to. */
export type PostAddress =
  | { kind: 'post'; post: PublicPostInPlace }
  | { kind: 'moved'; slug: string }
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** A row of the admin's posts list. */
export type PostListItem = {
  id: string;
  slug: string;
  title: string;
  category: string | null;
  published: boolean;
  /** Published, but its date lies ahead. */
  scheduled: boolean;
  featured: boolean;
  totalViews: number;
  viewsToday: number;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

/** A post as the edit form holds it. */
export type EditablePost = {
  id: string;
  title: string;
  slug: string;
  excerpt: string | null;
  content: string;
  categoryId: string | null;
  featuredImage: string | null;
  published: boolean;
  featured: boolean;
  scheduled: boolean;
  publishedAt: Date | null;
  firstPublishedAt: Date | null;
  /** Calendar day. */
  displayPublishedAt: string | null;
  authorId: string | null;
  tagIds: string[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
};
