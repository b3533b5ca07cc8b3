import type { Image } from '#domain/images/image.ts';
import type { LaidOutBodies, LaidOutBody, PostSection } from '#domain/posts/laid-out-bodies.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { calloutNames, contentsSwitch } from '#domain/html/blocks.ts';
import { cleanTree, serializeClean, type CleanTree } from '#domain/html/html.ts';
import { element, elementsOf, mapElements, type HtmlElement, type HtmlNode } from '#domain/html/html-tree.ts';
import { readVideo } from '#domain/html/video.ts';
import { createBodyImages } from './body-images.ts';
import { createCodeColors } from './highlight-code.ts';
import { findSections, isHeading, type Section } from './section-ids.ts';

/**
 * Makes a post's stored HTML ready for its page: it is cleaned again; headings stand below the page's own title without a
 * gap between levels and are links to themselves; code has its colors; and what is wider than the column scrolls inside
 * itself, also by keyboard.
 *
 * @param stored as the database holds it, which is not trusted
 * @param images what is known of the images in it
 * @param options.firstIsEager its first image is the first of the page
 * @param options.language of the text; null: that of the site
 */
export function layOutBody(
  stored: string,
  images: readonly Image[] = [],
  { firstIsEager = false, language = null }: { firstIsEager?: boolean; language?: string | null } = {},
): LaidOutBody {
  const tree = cleanTree(stored);
  const found = findSections(tree);
  const levels = headingLevels(tree);
  const sections: PostSection[] = [];
  const readyImage = createBodyImages(images, { firstIsEager });
  const highlightCode = createCodeColors();
  const laidOut = mapElements(tree, (source, children) => {
    if (isHeading(source)) {
      const level = levels.get(source) ?? 6;
      const section = found.of(source);
      if (section) addSection(sections, level, section);
      return [laidOutHeading(source, children, level, section)];
    }
    switch (source.name) {
      case 'a':
        return found.link(withNoteRole(source), children);
      case 'aside':
        return [callout(source, children)];
      case 'code':
        return [coloredCode(source, children, highlightCode)];
      case 'details':
        return [{ ...source, children: withSummary(children) }];
      case 'hr':
        return contentsSwitch(source) === null ? [{ ...source, children }] : [];
      case 'iframe':
        return videoLink(source);
      case 'img':
        return [readyImage(source)];
      case 'ol':
        return [withNotes({ ...source, children })];
      case 'pre':
        return [element('pre', { tabindex: '0', ...source.attributes }, children)];
      case 'table':
        return [element('div', scrollingTable, [{ ...source, children }])];
      default:
        return [{ ...source, children }];
    }
  });
  return {
    html: serializeClean(laidOut),
    sections,
    showsContents: chosenContents(tree) ?? sections.length > 2,
    language: language === null || language === siteLanguage ? undefined : language,
  };
}

/** The first switch in the text decides. */
function chosenContents(tree: CleanTree): boolean | null {
  for (const node of elementsOf(tree)) {
    const isShown = contentsSwitch(node);
    if (isShown !== null) return isShown;
  }
  return null;
}

function callout(source: HtmlElement, children: HtmlNode[]): HtmlElement {
  const kind = /^block-(\w+)/.exec(source.attributes['class'] ?? '')?.[1] ?? '';
  const attributes = { ...source.attributes, role: 'note', 'aria-label': calloutNames[kind] ?? 'Note' };
  return { ...source, attributes, children };
}

/** The reference to a footnote, and the link back to it, say what they are. */
function withNoteRole(link: HtmlElement): HtmlElement {
  const role = noteRoles.get(link.attributes['class'] ?? '');
  return role ? { ...link, attributes: { ...link.attributes, ...role } } : link;
}

const noteRoles = new Map([
  ['block-footnote', { role: 'doc-noteref' }],
  ['block-back', { role: 'doc-backlink', 'aria-label': 'Back to the text' }],
]);

function withNotes(list: HtmlElement): HtmlElement {
  if (list.attributes['class'] !== 'block-footnotes') return list;
  return element('section', { role: 'doc-endnotes', 'aria-label': 'Footnotes' }, [list]);
}

const scrollingTable = { class: 'wide', role: 'group', 'aria-label': 'Table', tabindex: '0' };

/**
 * The body of a post. Its featured image comes first; without one the first of the body is the page's.
 * @param bodies those laid out before, for pages that are rendered again; a preview does without
 */
export function bodyOf(
  { content, images, image, language }: Pick<PublicPost, 'content' | 'images' | 'image' | 'language'>,
  bodies?: LaidOutBodies,
): LaidOutBody {
  const options = { firstIsEager: image === null, language };
  const layOut = () => layOutBody(content, images, options);
  return bodies ? bodies(JSON.stringify([content, images, options]), layOut) : layOut();
}

const siteLanguage = 'en';

/** The level of each heading: one below the nearest higher one before it; the page's title is the first. */
function headingLevels(tree: CleanTree): Map<HtmlElement, number> {
  const levels = new Map<HtmlElement, number>();
  const open: number[] = [];
  for (const heading of elementsOf(tree)) {
    if (!isHeading(heading)) continue;
    const written = Number(heading.name.slice(1));
    while ((open.at(-1) ?? 0) >= written) open.pop();
    open.push(written);
    levels.set(heading, Math.min(6, open.length + 1));
  }
  return levels;
}

function laidOutHeading(
  { attributes }: HtmlElement,
  children: HtmlNode[],
  level: number,
  section: Section | null,
): HtmlElement {
  if (!section) return element(`h${level}`, attributes, children);
  const { id } = section;
  // A link cannot hold a link, so a heading with one is a target only.
  const hasLink = [...elementsOf(children)].some(({ name }) => name === 'a');
  const content = hasLink ? children : [element('a', { class: 'anchor', href: `#${id}` }, children)];
  return element(`h${level}`, { id, ...attributes }, content);
}

function addSection(sections: PostSection[], level: number, { id, heading }: Section): void {
  const section = { id, heading, parts: [] };
  if (level === 2) sections.push(section);
  else if (level === 3) sections.at(-1)?.parts.push(section);
}

function coloredCode(
  { attributes }: HtmlElement,
  children: HtmlNode[],
  highlightCode: ReturnType<typeof createCodeColors>,
): HtmlElement {
  const language = /^language-(.+)$/.exec(attributes['class'] ?? '')?.[1];
  const [code, ...others] = children;
  const isPlain = typeof code === 'string' && others.length === 0;
  const colored = language !== undefined && isPlain ? highlightCode(code, language.toLowerCase()) : null;
  return element('code', attributes, colored ?? children);
}

/** What is folded needs a handle; the style sheet gives an empty one its word. */
function withSummary(children: HtmlNode[]): HtmlNode[] {
  const [first] = children;
  const hasSummary = typeof first === 'object' && first.name === 'summary';
  return hasSummary ? children : [element('summary', {}, []), ...children];
}

/** Nothing of another site is loaded before a reader asks for it: a video is a link to where it is shown. */
function videoLink({ attributes }: HtmlElement): HtmlNode[] {
  const video = readVideo(attributes['src'] ?? '');
  if (video === null) return [];
  const title = element('span', { class: 'video-title' }, [attributes['title'] ?? `${video.site} video`]);
  const site = element('span', { class: 'video-site' }, [`Watch on ${video.site}`]);
  const link = { class: 'video', href: video.page, rel: 'noopener' };
  return [element('p', {}, [element('a', link, [title, ' ', site])])];
}
