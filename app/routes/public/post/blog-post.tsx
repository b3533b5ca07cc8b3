import { data, redirect, href } from 'react-router';

import type { Route } from './+types/blog-post';
import { absolute, authorFact, breadcrumbs, cardImage } from '#app/http/page-meta.ts';
import { domainContext, laidOutBodiesContext, reportErrorContext } from '#app/http/request-context.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { socialImageOf, type SocialImage } from '#domain/images/social-image.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { findPostAddress } from '#domain/posts/find-post-address.ts';
import { postDescription } from '#domain/posts/post-description.ts';
import { PostArticle } from './post-article.tsx';
import { bodyOf } from './post-body.ts';
import { PostNotFound } from './post-not-found.tsx';
import { RelatedPosts } from './related-posts.tsx';
import { publicMeta, siteOf } from '../frame/public-page.ts';
import { usesReadingStylesheet } from '../stylesheets/stylesheet-of-page.ts';
import { signatureOf, socialCardAddress, type Signature } from '../social-card/social-card-address.ts';

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const address = await findPostAddress(context.get(domainContext), slug).catch((error: unknown) => {
    context.get(reportErrorContext)(error);
    return { kind: 'failed' } as const;
  });
  switch (address.kind) {
    case 'post':
      return data({
        post: address.post,
        body: bodyOf(address.post, context.get(laidOutBodiesContext)),
        shared: imageToShare(address.post, signatureOf(readSiteWords(context, ['general', 'brand']))),
        message: null,
      });
    case 'moved':
      throw redirect(href('/blog/:slug', { slug: address.slug }), 301);
    case 'gone':
    case 'unknown':
      return data(
        { post: null, body: null, shared: null, message: 'The requested post could not be found.' },
        { status: address.kind === 'gone' ? 410 : 404 },
      );
    case 'failed':
      return data({ post: null, body: null, shared: null, message: 'Failed to load post.' }, { status: 503 });
  }
}

/** The image chosen for links or the featured one, where others can show it, else the card drawn for the post. */
function imageToShare(post: PublicPost, site: Signature): SocialImage {
  const chosen = post.socialImage && socialImageOf(post.socialImage, post.title);
  const own = chosen ?? (post.image && socialImageOf(post.image, post.title));
  return own ?? cardImage(socialCardAddress(post, site), post.title);
}

export const handle = usesReadingStylesheet;

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  const site = siteOf(matches);
  const path = href('/blog/:slug', { slug: params.slug });
  const post = loaderData?.post;
  if (!post) {
    const title = 'Post not found';
    return publicMeta(matches, { path, title, description: loaderData?.message ?? title, hidden: true });
  }
  const description = postDescription(post);
  const published = post.publishedOn;
  const modified = new Date(Math.max(post.updatedAt.getTime(), post.publishedAt.getTime())).toISOString();
  const image = loaderData.shared;
  const tags = post.tags.map(({ name }) => name);
  return publicMeta(matches, {
    path,
    canonical: post.canonicalUrl,
    hidden: post.noindex,
    title: post.title,
    socialTitle: post.socialTitle,
    description,
    image,
    article: {
      published,
      modified,
      author: post.author,
      ...(post.category ? { section: post.category.name } : {}),
      tags,
    },
    facts: [
      {
        '@type': 'BlogPosting',
        headline: post.title,
        description,
        image: absolute(site, image.address),
        datePublished: published,
        dateModified: modified,
        author: authorFact(site, post),
        publisher: { '@type': 'Organization', name: site.name, url: `${site.origin}/` },
        mainEntityOfPage: post.canonicalUrl ?? site.origin + path,
        inLanguage: loaderData.body.language ?? 'en',
        ...(tags.length > 0 ? { keywords: tags } : {}),
      },
      breadcrumbs(site, [
        { name: 'Blog', path: href('/blog') },
        ...(post.category
          ? [{ name: post.category.name, path: href('/blog/category/:slug', { slug: post.category.slug }) }]
          : []),
        { name: post.title, path },
      ]),
    ],
  });
}

export default function BlogPost({ loaderData: { post, body, message } }: Route.ComponentProps) {
  if (!post) return <PostNotFound message={message} />;
  return (
    <>
      <PostArticle post={post} body={body} isCounted />
      <RelatedPosts post={post} />
    </>
  );
}
