import type { Picture } from '#domain/images/image.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { slugify } from '#domain/text/slug.ts';
import { visibleText } from '#domain/text/visible-text.ts';
import { withPictures } from './body-pictures.ts';
import { colourCode } from './code-colours.ts';

export type PostSection = { id: string; heading: string; parts: PostSection[] };

export type LaidOutBody = {
  html: string;
  /** Second-level headings, each with the third-level ones below it. */
  sections: PostSection[];
};

/**
 * A post's clean HTML made ready for its page: headings stand below the page's own title and are links to themselves,
 * code has its colours, and what is wider than the column scrolls inside itself, also by keyboard.
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
  const nextId = idsFor(html);
  const laidOut = withoutFirstLevel(html)
    .replace(
      /<h([2-4])\b([^>]*)>(.*?)<\/h\1>/gs,
      (whole, level: string, attributes: string, inner: string) => {
        const heading = oneLine(inner);
        if (heading === '') return whole;
        const own = /\sid="([^"]*)"/.exec(attributes)?.[1];
        const id = own ?? nextId(heading);
        list(sections, Number(level), { id: oneLine(id), heading, parts: [] });
        // A link cannot hold a link, so a heading with one is a target only.
        const content = /<a\b/.test(inner) ? inner : `<a class="anchor" href="#${id}">${inner}</a>`;
        return `<h${level}${own === undefined ? ` id="${id}"` : ''}${attributes}>${content}</h${level}>`;
      },
    )
    .replace(/<code class="language-([^"]*)">([^<]*)<\/code>/g, (whole, language: string, code: string) => {
      const coloured = colourCode(visibleText(`<pre>${code}</pre>`), language.toLowerCase());
      return coloured === null ? whole : `<code class="language-${language}">${coloured}</code>`;
    })
    .replaceAll(/<table\b/g, '<div class="wide" role="group" aria-label="Table" tabindex="0"><table')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<pre\b/g, '<pre tabindex="0"');
  return { html: withPictures(laidOut, pictures, { firstIsEager }), sections };
}

/** The body of a post. Its featured picture comes first; without one the first of the body is the page's. */
export function bodyOf(post: Pick<PublicPost, 'content' | 'pictures' | 'picture'>): LaidOutBody {
  return layOutBody(post.content, post.pictures, { firstIsEager: post.picture === null });
}

/** The page has one title: where the body uses the first level, every level moves one down. */
function withoutFirstLevel(html: string): string {
  if (!/<h1\b/.test(html)) return html;
  return html.replace(
    /<(\/?)h([1-5])\b/g,
    (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`,
  );
}

function list(sections: PostSection[], level: number, section: PostSection): void {
  const parent = sections.at(-1);
  if (level === 2) sections.push(section);
  else if (level === 3) parent?.parts.push(section);
}

/**
 * Ids that follow from the heading's own words, so that a link to a section holds while others come and go. No other
 * id of the page begins like these.
 */
function idsFor(html: string): (heading: string) => string {
  const taken = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  return (heading) => {
    const base = `section-${slugify(heading) || 'heading'}`;
    let id = base;
    for (let n = 2; taken.has(id); n += 1) id = `${base}-${n}`;
    taken.add(id);
    return id;
  };
}

function oneLine(html: string): string {
  return visibleText(html).replace(/\s+/g, ' ').trim();
}
