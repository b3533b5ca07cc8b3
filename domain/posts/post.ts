/** Words that screens and verbs share about posts. Instants are `Date`, calendar days are `YYYY-MM-DD`. */

import type { Image } from '#domain/images/image.ts';

export type TermName = { name: string; slug: string };

/** A post as a list of cards shows it. Never carries the body. */
export type PublicPostCard = {
  id: string;
  slug: string;
  title: string;
  excerpt: string | null;
  featuredImage: string | null;
  /** The same image with what is known of it. */
  image: Image | null;
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
  /** What is known of the images in the body. */
  images: Image[];
  publishedAt: Date;
  /** When visitors could read it for the first time. */
  firstPublishedAt: Date;
  /**
   * The same date as `day`, for machines: the instant of the first publishing where that is on this day, else the day
   * alone. What a machine reads never contradicts what a visitor sees.
   */
  publishedOn: string;
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
  /** Of a draft: the date it is planned for, if any. */
  publishedAt: Date | null;
  totalViews: number;
  viewsToday: number;
  createdAt: Date;
  updatedAt: Date;
};

/** Everything that a person decides about a post beside its body. */
export type PostSettings = {
  title: string;
  slug: string;
  excerpt: string | null;
  categoryId: string | null;
  featuredImage: string | null;
  published: boolean;
  featured: boolean;
  publishedAt: Date | null;
  /** Calendar day. */
  displayPublishedAt: string | null;
  authorId: string | null;
  tagIds: string[];
};

/** A state that a post is in, was in, or will be in once its working draft goes live. */
export type PostState = PostSettings & {
  /** Sanitised HTML. */
  content: string;
};

/** A post as the edit form holds it. */
export type EditablePost = PostState & {
  id: string;
  scheduled: boolean;
  firstPublishedAt: Date | null;
  version: number;
  /** Names the save that made this version. */
  saveKey: string;
  /** Who made it; null when nobody knows. */
  savedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** Changes to a published post that are not live yet. */
export type PendingChanges = PostState & {
  version: number;
  saveKey: string;
  savedBy: string | null;
  savedAt: Date;
  /** The post has been changed since the draft was begun on it. */
  isStale: boolean;
  /** What the post was then; null when it is the present one, or no longer kept. */
  begunOn: PostState | null;
};
