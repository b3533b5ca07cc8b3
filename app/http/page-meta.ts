import type { MetaDescriptor } from 'react-router';
import type { BlogPosting, BreadcrumbList, Organization } from 'schema-dts';

import type { SocialImage } from '#domain/images/social-image.ts';

export type Site = { origin: string; name: string };

export type PageDescription = {
  /** Path and query of the page itself, as search engines shall know it. */
  path: string;
  title: string;
  description: string;
  /** What others show beside a link to the page; the site's own card when there is none. */
  image?: SocialImage;
  article?: { published: string; modified: string; author: string; section?: string; tags: string[] };
  /** For pages that are true but no place to arrive at. */
  hidden?: boolean;
  previous?: string | null;
  next?: string | null;
  /** Statements for machines, in the vocabulary of schema.org. Written into the page as inert data. */
  facts?: Fact[];
};

/** The compiler holds each to the vocabulary. */
export type Fact = Exclude<BlogPosting | BreadcrumbList | Organization, string>;

/** What a page says about itself to browsers, search engines and sites that show a preview of it. */
export function pageMeta(site: Site, page: PageDescription): MetaDescriptor[] {
  const url = absolute(site, page.path);
  const title = page.title.startsWith(site.name) ? page.title : `${page.title} · ${site.name}`;
  const image = page.image ?? cardImage('/social-card.png', site.name);
  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.hidden
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link', rel: 'canonical', href: url } as const]),
    ...link('prev', site, page.previous),
    ...link('next', site, page.next),
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: page.article ? 'article' : 'website' },
    { property: 'og:title', content: page.title },
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
          { property: 'article:author', content: page.article.author },
          ...(page.article.section === undefined
            ? []
            : [{ property: 'article:section', content: page.article.section }]),
          ...page.article.tags.map((tag) => ({ property: 'article:tag', content: tag })),
        ]
      : []),
    ...(page.facts ?? []).map((fact) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...fact },
    })),
  ];
}

/** One of this site's own cards. */
export function cardImage(address: string, alt: string): SocialImage {
  return { address, ...cardSize, mediaType: 'image/png', alt };
}

const cardSize = { width: 1200, height: 630 };

/** An address of this site with its origin; a foreign one as it is. */
export function absolute(site: Pick<Site, 'origin'>, address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? site.origin + address : address;
}

/** The position of a page in the site, from the top down: at least two steps. */
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

function link(rel: 'prev' | 'next', site: Site, path: string | null | undefined): MetaDescriptor[] {
  return path ? [{ tagName: 'link', rel, href: absolute(site, path) }] : [];
}
