import type { DomainContext } from '#app/http/request-context.ts';
import { cleanTree, type CleanHtml } from '#domain/html/html.ts';
import { layOut, withImages, type Layout } from '#domain/html/layout.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { layoutOf } from '#domain/posts/post-layout.ts';
import { createBodyImages } from './body-images.ts';

/** A body ready for its page. */
export type PageBody = Omit<Layout, 'html' | 'images'> & {
  html: CleanHtml;
  /** The language of the text; undefined where it is that of the site. */
  language: string | undefined;
};

/** The body of a post. Its featured image comes first; without one the first of the body is the page's. */
export function bodyOf(domain: Pick<DomainContext, 'deriveKey'>, post: PublicPost): PageBody {
  return pageBody(layoutOf(domain, post), post);
}

/** @param content of a text that is no post; it is not trusted */
export function bodyOfText(content: string): PageBody {
  return pageBody(layOut(cleanTree(content)), { images: [], image: null, language: null });
}

export function pageBody(
  layout: Layout,
  { images, image, language }: Pick<PublicPost, 'images' | 'image' | 'language'>,
): PageBody {
  const readyImage = createBodyImages(images, { firstIsEager: image === null });
  return {
    ...layout,
    html: withImages(layout, readyImage),
    language: language === null || language === siteLanguage ? undefined : language,
  };
}

const siteLanguage = 'en';
