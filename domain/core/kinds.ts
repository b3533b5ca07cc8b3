import type { PostKind } from '#db/tables.ts';
import { keysOf } from '#domain/core/keys-of.ts';

export type { PostKind };

type Kind = {
  /** Its address is this and `/slug`. */
  folder: string;
  /**
   * The list at the folder itself: its name in the navigation, and the query parameters that it knows. One of another
   * kind than posts is there as soon as there is a public one.
   */
  list: { name: string; parameters: readonly string[] } | null;
  /** Its name within a message, as a title, and of several. */
  noun: string;
  name: string;
  plural: string;
  /** Its name in the read API, and that of its folder in an export. */
  collection: string;
  /**
   * The admin's list: its page size, its columns between the title and the actions, and its usual order; `visitors`: the
   * one that visitors see, which is changed on one page that has all.
   */
  adminList: {
    perPage: number;
    columns: readonly ('Category' | 'Client' | 'Address' | 'Status' | 'Views' | 'Created' | 'Updated')[];
    order: 'created' | 'updated' | 'visitors';
  };
  /** True if it is in the lists of the blog: it has a category, a display date and a place among the featured posts. */
  isInBlog: boolean;
  hasTags: boolean;
  /** True if it shows its author, whose page lists it. */
  hasAuthor: boolean;
  isInSitemap: boolean;
  isInSearch: boolean;
  isEmailed: boolean;
  /** Views are counted of each post by its id, or of its path, as those of other pages are. */
  viewsOf: 'post' | 'path';
};

/**
 * Every kind of content that is written, published and kept as posts are: rows of `blog_posts`. What is the same for all
 * kinds is nowhere; what differs is here, and their fields are in `postFields`.
 */
export const kinds = {
  post: {
    folder: '/blog',
    list: { name: 'Blog', parameters: ['page'] },
    noun: 'post',
    name: 'Post',
    plural: 'Posts',
    collection: 'posts',
    adminList: {
      perPage: 20,
      columns: ['Category', 'Status', 'Views', 'Created', 'Updated'],
      order: 'created',
    },
    isInBlog: true,
    hasTags: true,
    hasAuthor: true,
    isInSitemap: true,
    isInSearch: true,
    isEmailed: true,
    viewsOf: 'post',
  },
  /** Such as an imprint or careers. */
  page: {
    folder: '',
    list: null,
    noun: 'page',
    name: 'Page',
    plural: 'Pages',
    collection: 'pages',
    adminList: { perPage: 50, columns: ['Address', 'Status', 'Updated'], order: 'updated' },
    isInBlog: false,
    hasTags: false,
    hasAuthor: false,
    isInSitemap: true,
    isInSearch: true,
    isEmailed: false,
    viewsOf: 'path',
  },
  case_study: {
    folder: '/work',
    list: { name: 'Work', parameters: ['industry', 'service'] },
    noun: 'case study',
    name: 'Case Study',
    plural: 'Case Studies',
    collection: 'case-studies',
    adminList: { perPage: 200, columns: ['Client', 'Address', 'Status'], order: 'visitors' },
    isInBlog: false,
    hasTags: true,
    hasAuthor: true,
    isInSitemap: true,
    isInSearch: true,
    isEmailed: false,
    viewsOf: 'path',
  },
} as const satisfies Record<PostKind, Kind>;

/** As it stands within a message. */
export type Noun = (typeof kinds)[PostKind]['noun'];

export const kindNames = keysOf(kinds);

export function isKind(value: unknown): value is PostKind {
  return kindNames.some((kind) => kind === value);
}

/** The kind that was sent or stored under this name; a post where there is none. */
export function kindNamed(value: unknown): PostKind {
  return isKind(value) ? value : 'post';
}

export function kindsWhere(holds: (kind: Kind) => boolean): PostKind[] {
  return kindNames.filter((kind) => holds(kinds[kind]));
}

/** The kinds outside the blog that have a list, which is there as soon as there is a public one. */
export const listsOfTheirOwn = kindsWhere(({ list, isInBlog }) => list !== null && !isInBlog);

/** The folders of the addresses of all kinds, and of those whose views are counted by path. */
export const kindFolders = kindNames.map((kind) => ({ kind, folder: kinds[kind].folder }));
export const foldersCountedByPath = kindFolders.filter(({ kind }) => kinds[kind].viewsOf === 'path');

/** The path of the public page of a post. */
export function pathOf({ kind, slug }: { kind: PostKind; slug: string }): string {
  return `${kinds[kind].folder}/${slug}`;
}
