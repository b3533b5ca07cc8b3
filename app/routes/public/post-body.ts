import type { Picture } from '#domain/images/image.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { languageOf } from '#domain/text/language.ts';
import { slugify } from '#domain/text/slug.ts';
import { readVideo } from '#domain/text/video.ts';
import { visibleText } from '#domain/text/visible-text.ts';
import { withPictures } from './body-pictures.ts';
import { colourCode } from './code-colours.ts';

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
 * and are links to themselves, code has its colours, and what is wider than the column scrolls inside itself, also by
 * keyboard.
 *
 * @param pictures what is known of the pictures in it
 * @param options.firstIsEager its first picture is the first of the page
 * @param html sanitised: attributes hold no `<` or `>`, and ids have a prefix of their own.
 */
export function layOutBody(
  html: string,
  pictures: readonly Picture[] = [],
  { firstIsEager = false } = {},
): LaidOutBody {
  const sections: PostSection[] = [];
  const nextLevel = levels();
  const ids = idsFor(html);
  const laidOut = html
    .replace(/<h([1-6])\b([^>]*)>(.*?)<\/h\1>/gs, (_, written: string, attributes: string, inner: string) => {
      const level = nextLevel(Number(written));
      const heading = oneLine(inner);
      if (heading === '') return `<h${level}${attributes}>${inner}</h${level}>`;
      const own = /\sid="([^"]*)"/.exec(attributes)?.[1];
      const id = ids.of(heading, own);
      list(sections, level, { id: oneLine(id), heading, parts: [] });
      // A link cannot hold a link, so a heading with one is a target only.
      const content = /<a\b/.test(inner) ? inner : `<a class="anchor" href="#${id}">${inner}</a>`;
      return `<h${level}${own === undefined ? ` id="${id}"` : ''}${attributes}>${content}</h${level}>`;
    })
    .replace(/ href="#anchor-([^"]*)"/g, (whole, words: string) => {
      const id = ids.byWords(words);
      return id === undefined ? whole : ` href="#${id}"`;
    })
    .replace(/<code class="language-([^"]*)">([^<]*)<\/code>/g, (whole, language: string, code: string) => {
      const coloured = colourCode(visibleText(`<pre>${code}</pre>`), language.toLowerCase());
      return coloured === null ? whole : `<code class="language-${language}">${coloured}</code>`;
    })
    // What is folded needs a handle; the style sheet gives an empty one its word.
    .replaceAll(/<details\b[^>]*>(?!<summary\b)/g, '$&<summary></summary>')
    .replaceAll(/<table\b/g, '<div class="wide" role="group" aria-label="Table" tabindex="0"><table')
    .replaceAll('</table>', '</table></div>')
    .replace(/<iframe\b([^>]*)><\/iframe>/g, (_, attributes: string) => filmLink(attributes))
    .replaceAll(/<pre\b/g, '<pre tabindex="0"');
  const language = otherLanguage(html);
  return { html: withPictures(laidOut, pictures, { firstIsEager }), sections, language };
}

/** The body of a post. Its featured picture comes first; without one the first of the body is the page's. */
export function bodyOf(post: Pick<PublicPost, 'content' | 'pictures' | 'picture'>): LaidOutBody {
  return layOutBody(post.content, post.pictures, { firstIsEager: post.picture === null });
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

/**
 * Ids that follow from the heading's own words, so that a link to a section holds while others come and go. No other
 * id of the page begins like these. `byWords` finds the section that a link of an imported text means: its writer knew
 * headings under ids of their words.
 */
function idsFor(html: string) {
  const taken = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  const sections = new Map<string, string>();
  const free = (base: string) => {
    let id = base;
    for (let n = 2; taken.has(id); n += 1) id = `${base}-${n}`;
    return id;
  };
  return {
    of(heading: string, own: string | undefined): string {
      const words = slugify(heading) || 'heading';
      const id = own ?? free(`section-${words}`);
      taken.add(id);
      if (!sections.has(words)) sections.set(words, id);
      return id;
    },
    byWords(words: string): string | undefined {
      return taken.has(`anchor-${words}`) ? undefined : sections.get(slugify(decoded(words)));
    },
  };
}

function decoded(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}

function oneLine(html: string): string {
  return visibleText(html).replace(/\s+/g, ' ').trim();
}
