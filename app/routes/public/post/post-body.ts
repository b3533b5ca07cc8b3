import type { DomainContext } from '#app/http/request-context.ts';
import { type CleanHtml, cleanTree } from '#domain/html/html.ts';
import { type Layout, layOut, withImages } from '#domain/html/layout.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { layoutOf } from '#domain/posts/post-layout.ts';
import type { Image } from '#domain/images/image.ts';
import { srcSetOf } from '#domain/images/image-address.ts';
import { type Attributes, type HtmlElement, element } from '#domain/html/html-tree.ts';
import { blurAddress } from '../blog/post-cover.tsx';

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

/** An image of its own in a post: as wide as the screen, then as far as it may reach beyond the lines of text. */
const columnSizes = '(width < 64rem) 92vw, 54rem';

/** Below this an image is shown as wide as it is. */
const smallestColumn = 320;

/**
 * Makes the images of a post's body ready for its page, one after the other: with their size, so that nothing moves when
 * they load; in the widths that screens need; over a few blurred pixels of themselves; and lazy, except the first when
 * it is the first of the page.
 */
function createBodyImages(
  images: readonly Image[],
  { firstIsEager }: { firstIsEager: boolean },
): (attributes: Attributes) => HtmlElement {
  const known = new Map(images.map((image) => [image.src, image]));
  let isFirst = true;
  return (attributes) => {
    const loading: Attributes = firstIsEager && isFirst ? { fetchpriority: 'high' } : { loading: 'lazy' };
    isFirst = false;
    const image = known.get(attributes['src'] ?? '');
    const ready = { ...loading, decoding: 'async' };
    return (image && sizedImage(attributes, image, ready)) ?? element('img', { ...attributes, ...ready }, []);
  };
}

/** Null for an image whose size is not known. */
function sizedImage(
  { width: ownWidth = '0', height: _ownHeight, ...others }: Attributes,
  image: Image,
  ready: Attributes,
): HtmlElement | null {
  const { width, height, placeholder } = image;
  const srcset = srcSetOf(image);
  if (width === null || height === null || srcset === undefined) return null;
  const shownWidth = Number(ownWidth) || width;
  const shownHeight = Math.max(1, Math.round((shownWidth * height) / width));
  const sizes = shownWidth < smallestColumn ? `${shownWidth}px` : columnSizes;
  const size = { width: `${shownWidth}`, height: `${shownHeight}` };
  const img = element('img', { ...others, ...size, srcset, sizes, ...ready }, []);
  if (placeholder === null) return img;
  const fill = { preserveAspectRatio: 'none' };
  const pixels = { href: blurAddress(placeholder), width: `${width}`, height: `${height}`, ...fill };
  const blur = element(
    'svg',
    { class: 'blur', viewBox: `0 0 ${width} ${height}`, ...fill, 'aria-hidden': 'true' },
    [element('image', pixels, [])],
  );
  return element('span', { class: 'image', 'data-image': '' }, [blur, img]);
}
