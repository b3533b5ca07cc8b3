import { data, redirect, href } from 'react-router';

import type { Route } from './+types/blog-post';
import { absolute, articleOf, authorFact, breadcrumbs, firmFact } from '#app/http/page-meta.ts';
import { domainContext, reportErrorContext } from '#app/http/request-context.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { findPostAddress } from '#domain/posts/find-post-address.ts';
import { PostArticle } from './post-article.tsx';
import { bodyOf } from './post-body.ts';
import { PostNotFound } from './post-not-found.tsx';
import { PostEnd } from './post-end.tsx';
import { metaOfPost, publicMeta, siteOf } from '../frame/public-page.ts';
import { imageToShare, signatureOf } from '../social-card/social-card-address.ts';

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const address = await findPostAddress(context.get(domainContext), slug).catch((error: unknown) => {
    context.get(reportErrorContext)(error);
    return { kind: 'failed' } as const;
  });
  if (address.kind === 'moved') throw redirect(href('/blog/:slug', { slug: address.slug }), 301);
  if (address.kind !== 'post') {
    const isFailed = address.kind === 'failed';
    const message = isFailed ? 'Failed to load post.' : 'The requested post could not be found.';
    const status = isFailed ? 503 : address.kind === 'gone' ? 410 : 404;
    return data({ post: null, body: null, shared: null, message }, { status });
  }
  const { post } = address;
  return data({
    post,
    body: bodyOf(context.get(domainContext), post),
    shared: imageToShare(post, signatureOf(readSiteWords(context, ['general', 'brand']))),
    message: null,
  });
}

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  const site = siteOf(matches);
  const path = href('/blog/:slug', { slug: params.slug });
  const post = loaderData?.post;
  if (!post) {
    const title = 'Post not found';
    return publicMeta(matches, { path, title, description: loaderData?.message ?? title, hidden: true });
  }
  const shown = metaOfPost(post);
  const article = articleOf(post);
  const image = loaderData.shared;
  return publicMeta(matches, {
    ...shown,
    path,
    image,
    article,
    facts: [
      {
        '@type': 'BlogPosting',
        headline: post.title,
        description: shown.description,
        image: absolute(site, image.address),
        datePublished: article.published,
        dateModified: article.modified,
        author: authorFact(site, post),
        publisher: firmFact(site),
        mainEntityOfPage: post.canonicalUrl ?? site.origin + path,
        inLanguage: loaderData.body.language ?? 'en',
        ...(article.tags.length > 0 ? { keywords: article.tags } : {}),
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
      <PostEnd post={post} />
    </>
  );
}
