import type { TermKind } from '#db/queries/managed-terms.ts';
import { keysOf } from './keys-of.ts';
import { kindNames, kinds, type PostKind } from './kinds.ts';

/** Pages that are there whatever the content is, with their names in the navigation. */
const fixedPages = {
  '/': 'Home',
  '/about': 'About',
  '/contact': 'Contact',
  '/jv-program': 'JV Program',
  '/privacy': 'Privacy',
  '/terms': 'Terms',
  '/cookies': 'Cookies',
};

/** Pages that are made anew for each reader: neither kept nor in the sitemap. */
const pagesOfReaders = { '/search': 'Search', '/newsletter': 'Newsletter' };

const filesOfSite = [
  '/rss.xml',
  '/work/rss.xml',
  '/sitemap.xml',
  '/sitemaps/{slug}.xml',
  '/social/{slug}.png',
  '/robots.txt',
  '/site.webmanifest',
];

/** Each followed by the slug of a category, a tag or an author: a list of its posts. */
export const termFolders: Readonly<Record<TermKind, string>> = {
  category: '/blog/category',
  tag: '/blog/tag',
  author: '/authors',
};

const lists = kindNames.flatMap((kind) => {
  const { folder, list }: (typeof kinds)[PostKind] = kinds[kind];
  return list === null ? [] : [{ path: folder, ...list }];
});

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

export const pageNames: Readonly<Record<string, string>> = {
  ...fixedPages,
  ...Object.fromEntries(lists.map(({ path, name }) => [path, name])),
  ...pagesOfReaders,
};

/** Every page that is part of the product: counted, and no address for content or redirects. */
export const builtInPages: readonly string[] = Object.keys(pageNames);

/** Addresses of the sitemap; the list of another kind than posts joins them with its first public one. */
export const pagesOfSitemap: readonly string[] = [...Object.keys(fixedPages), kinds.post.folder];

/** A page that is the same for every visitor. `{slug}` stands for one path segment. */
export type CacheablePage = {
  readonly path: string;
  /** The query parameters that the page knows; every other one is not even shown to it. */
  readonly parameters?: readonly string[];
};

/** Every address whose finished page may be kept in memory and shown to every visitor. */
export const cacheablePages: readonly CacheablePage[] = [
  ...[...Object.keys(fixedPages), ...filesOfSite].map((path) => ({ path })),
  ...lists,
  ...Object.values(termFolders).map((folder) => ({ path: `${folder}/{slug}`, parameters: ['page'] })),
  ...kindNames.map((kind) => ({ path: `${kinds[kind].folder}/{slug}` })),
  ...kindNames.map((kind) => ({ path: `${kinds[kind].folder}/{slug}.md` })),
  { path: '/api/v1/openapi.json' },
  ...collectionNames.flatMap((name) => [
    { path: `/api/v1/${name}`, parameters: ['cursor', 'limit'] },
    { path: `/api/v1/${name}/{slug}` },
  ]),
];
