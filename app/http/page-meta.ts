import { href, type MetaDescriptor } from 'react-router';
import type { Thing } from 'schema-dts';

import type { SocialImage } from '#domain/images/social-image.ts';
import type { PublicPost } from '#domain/posts/post.ts';

export type Site = {
  origin: string;
  name: string;
  /** The address of the preview image of links to a page without its own. */
  socialImage: string;
};

export type PageDescription = {
  /** Path and query of the page itself, for search engines. */
  path: string;
  /** The whole address of the original, where this page is a copy of another one. */
  canonical?: string | null;
  title: string;
  /** The title of links to the page; without it, the title of the page. */
  socialTitle?: string | null;
  description: string;
  /** The preview image of links to the page; without it, the site's own. */
  image?: SocialImage;
  article?: { published: string; modified: string; author: string; section?: string; tags: string[] };
  /** For pages that search engines must not list. */
  hidden?: boolean;
  /** Structured data (schema.org), written into the page as JSON-LD. */
  facts?: Fact[];
};

/** Typed, so that the compiler checks the vocabulary. */
type Fact = Exclude<Thing, string>;

/** The metadata of a page for browsers, search engines and link previews. */
export function pageMeta(site: Site, page: PageDescription): MetaDescriptor[] {
  const url = page.canonical ?? absolute(site, page.path);
  const title = page.title.startsWith(site.name) ? page.title : `${page.title} · ${site.name}`;
  const image = page.image ?? cardImage(site.socialImage, site.name);
  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.hidden
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link', rel: 'canonical', href: url } as const]),
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: page.article ? 'article' : 'website' },
    { property: 'og:title', content: page.socialTitle ?? page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:image', content: absolute(site, image.address) },
    ...known('og:image:type', image.mediaType),
    ...known('og:image:width', image.width),
    ...known('og:image:height', image.height),
    { property: 'og:image:alt', content: image.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.article
      ? [
          { property: 'article:published_time', content: page.article.published },
          { property: 'article:modified_time', content: page.article.modified },
          ...known('article:author', page.article.author || null),
          ...known('article:section', page.article.section ?? null),
          ...page.article.tags.map((tag) => ({ property: 'article:tag', content: tag })),
        ]
      : []),
    ...(page.facts ?? []).map((fact) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...fact },
    })),
  ];
}

/** A social image that this site renders. */
export function cardImage(address: string, alt: string): SocialImage {
  return { address, ...cardSize, mediaType: 'image/png', alt };
}

const cardSize = { width: 1200, height: 630 };

/** An address of this site with its origin; one of another site unchanged. */
export function absolute(site: Pick<Site, 'origin'>, address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? site.origin + address : address;
}

/** The metadata of a page about the post on it. */
export function articleOf(post: PublicPost): NonNullable<PageDescription['article']> {
  const { publishedOn, publishedAt, updatedAt, author, category, tags } = post;
  return {
    published: publishedOn,
    modified: new Date(Math.max(updatedAt.getTime(), publishedAt.getTime())).toISOString(),
    author,
    ...(category ? { section: category.name } : {}),
    tags: tags.map(({ name }) => name),
  };
}

/** The firm of the site. */
export function firmFact(site: Site) {
  return { '@type': 'Organization' as const, name: site.name, url: `${site.origin}/` };
}

/** The author of a post, with the address of the author's page; the firm where it has none. */
export function authorFact(site: Site, { author, authorSlug }: Pick<PublicPost, 'author' | 'authorSlug'>) {
  if (author === '') return firmFact(site);
  const url =
    authorSlug === null ? {} : { url: absolute(site, href('/authors/:slug', { slug: authorSlug })) };
  return { '@type': 'Person' as const, name: author, ...url };
}

/** The breadcrumbs of a page, from the home page down: at least two steps. */
export function breadcrumbs(site: Site, steps: { name: string; path: string }[]): Fact {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(site, path),
    })),
  };
}

function known(property: string, value: string | number | null): MetaDescriptor[] {
  return value === null ? [] : [{ property, content: String(value) }];
}
