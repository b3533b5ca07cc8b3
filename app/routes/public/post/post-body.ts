import type { Image } from '#domain/images/image.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { languageOf } from '#domain/text/language.ts';
import { readVideo } from '#domain/text/video.ts';
import { visibleText } from '#domain/text/visible-text.ts';
import { withImages } from './body-images.ts';
import { createCodeColors } from './highlight-code.ts';
import { headingPattern, idsFor, oneLine } from './section-ids.ts';

export type PostSection = { id: string; heading: string; parts: PostSection[] };

export type LaidOutBody = {
  html: string;
  /** Second-level headings, each with the third-level ones below it. */
  sections: PostSection[];
  /** Of the text, where it is certain and not that of the site. */
  language: string | undefined;
};

/**
 * A post's clean HTML made ready for its page: headings stand below the page's own title without a gap between levels
 * and are links to themselves, code has its colors, and what is wider than the column scrolls inside itself, also by
 * keyboard.
 *
 * @param images what is known of the images in it
 * @param options.firstIsEager its first image is the first of the page
 * @param html sanitized: attributes hold no `<` or `>`, and ids have a prefix of their own.
 */
export function layOutBody(
  html: string,
  images: readonly Image[] = [],
  { firstIsEager = false } = {},
): LaidOutBody {
  const sections: PostSection[] = [];
  const nextLevel = levels();
  const ids = idsFor(html);
  const withHeadings = html.replace(
    headingPattern,
    (_, written: string, attributes: string, inner: string) => {
      const level = nextLevel(Number(written));
      const section = ids.of(attributes, inner);
      if (section === null) return `<h${level}${attributes}>${inner}</h${level}>`;
      const { id, heading, isOwn } = section;
      list(sections, level, { id: oneLine(id), heading, parts: [] });
      // A link cannot hold a link, so a heading with one is a target only.
      const content = /<a\b/.test(inner) ? inner : `<a class="anchor" href="#${id}">${inner}</a>`;
      return `<h${level}${isOwn ? '' : ` id="${id}"`}${attributes}>${content}</h${level}>`;
    },
  );
  const highlightCode = createCodeColors();
  const laidOut = ids
    .linked(withHeadings)
    .replace(/<code class="language-([^"]*)">([^<]*)<\/code>/g, (whole, language: string, code: string) => {
      const colored = highlightCode(visibleText(`<pre>${code}</pre>`), language.toLowerCase());
      return colored === null ? whole : `<code class="language-${language}">${colored}</code>`;
    })
    // What is folded needs a handle; the style sheet gives an empty one its word.
    .replaceAll(/<details\b[^>]*>(?!<summary\b)/g, '$&<summary></summary>')
    .replaceAll(/<table\b/g, '<div class="wide" role="group" aria-label="Table" tabindex="0"><table')
    .replaceAll('</table>', '</table></div>')
    .replace(/<iframe\b([^>]*)><\/iframe>/g, (_, attributes: string) => filmLink(attributes))
    .replaceAll(/<pre\b/g, '<pre tabindex="0"');
  const language = otherLanguage(html);
  return { html: withImages(laidOut, images, { firstIsEager }), sections, language };
}

/** The body of a post. Its featured image comes first; without one the first of the body is the page's. */
export function bodyOf(post: Pick<PublicPost, 'content' | 'images' | 'image'>): LaidOutBody {
  return layOutBody(post.content, post.images, { firstIsEager: post.image === null });
}

const siteLanguage = 'en';

function otherLanguage(html: string): string | undefined {
  const language = languageOf(visibleText(html.slice(0, 30_000)));
  return language === null || language === siteLanguage ? undefined : language;
}

/** The level of each heading in turn: one below the nearest higher one before it; the page's title is the first. */
function levels(): (written: number) => number {
  const open: number[] = [];
  return (written) => {
    while ((open.at(-1) ?? 0) >= written) open.pop();
    open.push(written);
    return Math.min(6, open.length + 1);
  };
}

/** Nothing of another site is loaded before a reader asks for it: a film is a link to where it is shown. */
function filmLink(attributes: string): string {
  const film = readVideo(/\ssrc="([^"]*)"/.exec(attributes)?.[1] ?? '');
  if (film === null) return '';
  const title = /\stitle="([^"]*)"/.exec(attributes)?.[1] ?? `${film.site} video`;
  return (
    `<p><a class="film" href="${film.page}" rel="noopener"><span class="film-title">${title}</span> ` +
    `<span class="film-site">Watch on ${film.site}</span></a></p>`
  );
}

function list(sections: PostSection[], level: number, section: PostSection): void {
  const parent = sections.at(-1);
  if (level === 2) sections.push(section);
  else if (level === 3) parent?.parts.push(section);
}
