import { z } from 'zod';

import { parseJson } from '#domain/fields/parse-json.ts';
import { calloutName, contentsSwitch, isHeading } from './blocks.ts';
import { createCodeColors } from './highlight-code.ts';
import { asClean, type CleanHtml } from './html.ts';
import {
  element,
  elementsOf,
  render,
  serializeHtml,
  type Attributes,
  type BodyElement,
  type BodyTree,
  type HtmlElement,
  type HtmlNode,
} from './html-tree.ts';
import { findSections, type Section } from './section-ids.ts';
import { readVideo } from './video.ts';

/** Raised when this code lays out a body in another way: a stored layout of another number is made anew. */
export const layoutNumber = 1;

const partOfSection = z.object({ id: z.string(), heading: z.string() });

const layoutSchema = z.object({
  /** Clean HTML; an image stands between each two of them. */
  html: z.array(z.string()),
  /** Attributes of the images. What is known of an image may change, so it is not a part of the layout. */
  images: z.array(z.record(z.string(), z.string())),
  /** Second-level headings, each with the third-level ones below it. */
  sections: z.array(partOfSection.extend({ parts: z.array(partOfSection) })),
  showsContents: z.boolean(),
  /** True if it needs the styles of `app/prose.css`, and those of `app/blocks.css`. */
  isStyled: z.boolean(),
  hasBlocks: z.boolean(),
});

/** A body ready for its page, but for its images. */
export type Layout = z.infer<typeof layoutSchema>;
export type PostSection = Layout['sections'][number];

/**
 * Lays out a body: headings stand below the page's own title without a gap between levels and are links to themselves;
 * code has its colors; and what is wider than the column scrolls inside itself, also by keyboard.
 */
export function layOut(tree: BodyTree): Layout {
  const found = findSections(tree);
  const levels = headingLevels(tree);
  const sections: PostSection[] = [];
  const images: Attributes[] = [];
  const highlightCode = createCodeColors();
  const heading = (source: BodyElement, children: HtmlNode[]) => {
    const level = levels.get(source) ?? 6;
    const section = found.of(source);
    if (section) addSection(sections, level, section);
    return [laidOutHeading(source, children, level, section)];
  };
  const laidOut = render<string>(tree, {
    h1: heading,
    h2: heading,
    h3: heading,
    h4: heading,
    h5: heading,
    h6: heading,
    a: (source, children) => found.link(withNoteRole(source), children),
    aside: (source, children) => [callout(source, children)],
    code: (source, children) => [coloredCode(source, children, highlightCode)],
    details: (source, children) => [element('details', source.attributes, withSummary(children))],
    hr: (source) => (contentsSwitch(source) === null ? [source] : []),
    iframe: videoLink,
    img({ attributes }) {
      images.push(attributes);
      return [placeOfImage];
    },
    ol: ({ attributes }, children) => [withNotes(element('ol', attributes, children))],
    pre: ({ attributes }, children) => [element('pre', { tabindex: '0', ...attributes }, children)],
    table: (source, children) => [element('div', scrollingTable, [{ ...source, children }])],
  });
  return {
    html: serializeHtml(laidOut).split(placeOfImage),
    images,
    sections,
    showsContents: chosenContents(tree) ?? sections.length > 2,
    ...neededStyles(tree),
  };
}

/** A character that no body has (`cleanTree`). */
const placeOfImage = '\u0000';

/** The HTML of a layout with its images, each made from its attributes in the body. */
export function withImages(layout: Layout, imageOf: (attributes: Attributes) => HtmlElement): CleanHtml {
  const [first = '', ...pieces] = layout.html;
  const placed = pieces.map((piece, index) => serializeHtml([imageOf(layout.images[index] ?? {})]) + piece);
  return asClean(first + placed.join(''));
}

/** The layout in a text of JSON that `JSON.stringify` wrote; null where it is none. */
export function readLayout(text: string): Layout | null {
  return layoutSchema.safeParse(parseJson(text)).data ?? null;
}

/** The first switch in the text decides. */
function chosenContents(tree: BodyTree): boolean | null {
  for (const node of elementsOf(tree)) {
    const isShown = contentsSwitch(node);
    if (isShown !== null) return isShown;
  }
  return null;
}

function callout(source: BodyElement, children: HtmlNode[]): HtmlElement {
  const attributes = { ...source.attributes, role: 'note', 'aria-label': calloutName(source) };
  return { ...source, attributes, children };
}

function isBlock(name: string): boolean {
  return name.startsWith('block-');
}

/** Fonts, colors and the like are classes; those of code have styles of their own. */
function neededStyles(tree: BodyTree): Pick<Layout, 'isStyled' | 'hasBlocks'> {
  const elements = [...elementsOf(tree)];
  const classes = elements
    .filter(({ name }) => name !== 'code' && name !== 'pre')
    .flatMap(({ attributes }) => attributes['class']?.split(' ') ?? []);
  return {
    isStyled:
      elements.some(({ name }) => name === 'mark' || name === 'iframe') ||
      classes.some((one) => !isBlock(one)),
    hasBlocks: elements.some(({ name }) => name === 'details') || classes.some(isBlock),
  };
}

/** The reference to a footnote, and the link back to it, say what they are. */
function withNoteRole(link: BodyElement): BodyElement {
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

/** The level of each heading: one below the nearest higher one before it; the page's title is the first. */
function headingLevels(tree: BodyTree): Map<BodyElement, number> {
  const levels = new Map<BodyElement, number>();
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
  { attributes }: BodyElement,
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

/** A folded section needs a handle; the style sheet gives an empty one its word. */
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
