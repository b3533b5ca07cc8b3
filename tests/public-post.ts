import type { Image } from '#domain/images/image.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { postDescription } from '#domain/posts/post-description.ts';

/** An image of a body, as the library knows it. */
export const bodyImage: Image = {
  src: '/storage/blog-images/editor-images/01234567890123456789012345678901.webp',
  width: 1200,
  height: 600,
  animated: false,
  placeholder: null,
  alt: null,
  caption: null,
};

/** A post as its public page shows it; every field can be given. */
export function publicPost(fields: Partial<PublicPost> = {}): PublicPost {
  const post = {
    id: 'id',
    slug: 'slug',
    title: 'Title',
    excerpt: 'Excerpt',
    featuredImage: null,
    image: null,
    images: [],
    category: { name: 'Method', slug: 'method' },
    author: 'Ada Lovelace',
    authorSlug: null,
    date: 'November 20, 2026',
    day: '2026-11-20',
    readMinutes: 1,
    content: '<p>Text</p>',
    laidOut: null,
    authorFacts: null,
    language: null,
    metaDescription: null,
    socialTitle: null,
    socialImage: null,
    canonicalUrl: null,
    noindex: false,
    kind: 'post' as const,
    facts: null,
    tags: [],
    publishedAt: new Date('2026-11-20T10:00:00Z'),
    firstPublishedAt: new Date('2026-11-20T10:00:00Z'),
    publishedOn: '2026-11-20T10:00:00.000Z',
    updatedAt: new Date('2026-11-21T10:00:00Z'),
    ...fields,
  };
  return { description: postDescription(post), ...post };
}
