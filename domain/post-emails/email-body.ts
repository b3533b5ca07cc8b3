import type { Image } from '#domain/images/image.ts';
import { imageWidths } from '#domain/images/image-limits.ts';
import { calloutKind, calloutName, contentsSwitch } from '#domain/html/blocks.ts';
import { isEmptyTree } from '#domain/html/html.ts';
import {
  element,
  render,
  type Attributes,
  type BodyElement,
  type BodyTree,
  type HtmlElement,
  type HtmlNode,
} from '#domain/html/html-tree.ts';
import { palette } from '#domain/html/palette.ts';
import { parseTextStyles } from '#domain/html/text-styles.ts';
import { readVideo } from '#domain/html/video.ts';
import {
  bar,
  box,
  buttonLook,
  buttonTable,
  codeFont,
  colors,
  contentWidth,
  forms,
  frame,
  labelFont,
  small,
  style,
  styled,
  textFont,
  withoutLastMargin,
  type Form,
  type Look,
} from './email-looks.ts';

/** The facts of a post that its body needs: `address` is its own, for links to its sections. */
type EmailedPost = { origin: string; address: string; images: readonly Image[] };

/**
 * A tree of `emailTree` as a mail program can show it: only what `tests/email-support.ts` lists, with
 * addresses that are complete. What has no form in an email (a video, a folded section) becomes one that has; of
 * anything unknown the text stays.
 */
export function emailBody(tree: BodyTree, { origin, address, images }: EmailedPost): HtmlNode[] {
  const known = new Map(images.map((one) => [one.src, one]));
  return render<string>(tree, {
    p: (source, children) => [onlyLink(source, children) ?? formed(source, children)],
    li: (source, children) => [formed(source, withoutLastMargin(children))],
    blockquote: (source, children) => [bar(only(source.attributes, spoken), children, colors.line)],
    aside: (source, children) => [callout(source, children)],
    pre: (source, children) => [codeBlock(source, children)],
    hr: (source) => (contentsSwitch(source) === null ? [formed(source, [])] : []),
    a: (source, children) => link(source, children, address),
    img({ attributes: { src = '', alt = '', width } }) {
      return [emailImage(src, alt, known.get(src) ?? null, origin, Number(width ?? 0))];
    },
    iframe: video,
    q: (_, children) => ['“', ...children, '”'],
    rt: (_, children) => [' (', ...children, ')'],
    rp: () => [],
    wbr: () => [],
    span(source, children) {
      const inside = paint(source, children);
      const language = only(source.attributes, spoken);
      return Object.keys(language).length > 0 ? [element('span', language, inside)] : inside;
    },
    other: (source, children) => (forms[source.name] === undefined ? children : [formed(source, children)]),
  });
}

/** An element in the form that `forms` has for it. */
function formed(source: BodyElement, children: HtmlNode[]): HtmlElement {
  const { tag, look, class: kind, keeps = [], gets, may }: Form = forms[source.name] ?? { tag: source.name };
  const isNotes = source.attributes['class'] === 'block-footnotes';
  const notes = isNotes ? { 'font-size': '15px' } : {};
  const styles = { ...look, ...notes, ...(may === 'place' && placed(source)) };
  const attributes = { class: kind, ...only(source.attributes, [...spoken, ...keeps]), ...gets };
  return styled(tag, styles, attributes, may === 'paint' ? paint(source, children) : children);
}

/** Language and direction are for those who listen, too. */
const spoken = ['lang', 'dir'];

function only(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)));
}

/** Alignment and indent of a block, as its author set them. */
function placed({ attributes }: HtmlElement): Look {
  const { align, indent } = parseTextStyles(attributes);
  return {
    ...(align && { 'text-align': align === 'justify' ? 'left' : align }),
    ...(indent && { 'margin-left': `${Math.min(4, Number(indent)) * 24}px` }),
  };
}

const sizes: Readonly<Record<string, string>> = { small: '15px', large: '24px', huge: '34px' };
const fonts: Readonly<Record<string, string>> = { sans: labelFont, serif: textFont, monospace: codeFont };

/** The words of an inline element in the color, size and font that its author gave them. */
function paint({ attributes }: HtmlElement, children: HtmlNode[]): HtmlNode[] {
  const { font, size, color, background } = parseTextStyles(attributes);
  const text = palette[color ?? '']?.text.light;
  const behind = palette[background ?? '']?.background.light;
  const look = {
    'font-family': fonts[font ?? ''],
    'font-size': sizes[size ?? ''],
    'line-height': sizes[size ?? ''] && '1.3',
    color: text,
    'background-color': behind,
  };
  if (style(look) === '') return children;
  const classes = [text && `e-color-${color}`, behind && `e-background-${background}`].filter(Boolean);
  return [styled('span', look, { class: classes.join(' ') || undefined }, children)];
}

const calloutColors: Readonly<Record<string, string>> = {
  note: '#574f46',
  tip: '#22694a',
  warning: '#855400',
};

function callout(source: BodyElement, children: HtmlNode[]): HtmlElement {
  const look = { ...small, margin: '0 0 4px', 'font-weight': '700' };
  const label = styled('p', look, { class: 'e-soft' }, [calloutName(source)]);
  return bar(
    only(source.attributes, spoken),
    [label, ...children],
    calloutColors[calloutKind(source)] ?? colors.soft,
    colors.sunken,
  );
}

/** Long lines are broken: nothing scrolls sideways in a mail program. */
function codeBlock(source: HtmlElement, children: HtmlNode[]): HtmlElement {
  const look = {
    margin: '0',
    'font-family': codeFont,
    'font-size': '14px',
    'line-height': '1.5',
    'white-space': 'pre-wrap',
    'word-wrap': 'break-word',
    'word-break': 'break-word',
  };
  const flat = children.flatMap((child) =>
    typeof child === 'object' && child.name === 'code' ? child.children : [child],
  );
  const pre = styled('pre', look, { dir: 'ltr', ...only(source.attributes, spoken) }, flat);
  return box('e-sunken', { 'background-color': colors.sunken, padding: '14px 16px' }, [pre]);
}

function link(source: BodyElement, children: HtmlNode[], postAddress: string): HtmlNode[] {
  const { href = '', class: kind = '' } = source.attributes;
  if (isEmptyTree(children)) return children;
  const address = href.startsWith('#') ? postAddress + href : href;
  const attributes = { ...only(source.attributes, spoken), href: address };
  if (kind.includes('block-button'))
    return [styled('a', buttonLook, { class: 'e-button', ...attributes }, children)];
  if (kind.includes('block-bookmark')) return [framedLink(attributes, children)];
  const look = { color: colors.signal, 'text-decoration': 'underline' };
  return [styled('a', look, { class: 'e-link', ...attributes }, paint(source, children))];
}

/** A paragraph with nothing but a button or a bookmark is that, in a table. */
function onlyLink({ attributes, children: source }: HtmlElement, children: HtmlNode[]): HtmlElement | null {
  const [first] = source;
  if (source.length !== 1 || typeof first !== 'object' || first.name !== 'a') return null;
  const kind = first.attributes['class'] ?? '';
  const isShown = children.some((child) => typeof child === 'object' && child.name === 'a');
  if (!isShown) return null;
  const { align } = parseTextStyles(attributes);
  if (kind.includes('block-button')) return buttonTable(children, align);
  return kind.includes('block-bookmark') ? frame(children) : null;
}

function framedLink(attributes: Attributes, children: HtmlNode[]): HtmlElement {
  const look = { color: colors.ink, 'text-decoration': 'none' };
  return styled('a', look, { class: 'e-ink', ...attributes }, children);
}

/**
 * In the size in which it is shown, twice as fine; in a type that every program knows.
 * @param wanted the width that the author gave it; 0: its own
 */
export function emailImage(
  src: string,
  alt: string,
  known: Image | null,
  origin: string,
  wanted = 0,
): HtmlElement {
  const own = wanted || (known?.width ?? contentWidth);
  const width = Math.min(own, contentWidth);
  const height =
    known?.width && known.height
      ? String(Math.max(1, Math.round((width * known.height) / known.width)))
      : undefined;
  const offered = imageWidths.find((one) => one >= width * 2) ?? imageWidths[imageWidths.length - 1];
  const type = /\.(?:webp|avif)$/.test(src) ? '&type=jpg' : '';
  const look = { display: 'block', width: '100%', 'max-width': `${width}px`, height: 'auto', border: '0' };
  const address = `${origin}${src}?w=${offered}${type}`;
  return styled('img', look, { src: address, alt, width: String(width), height }, []);
}

/** No mail program plays a video. */
function video({ attributes }: HtmlElement): HtmlNode[] {
  const found = readVideo(attributes['src'] ?? '');
  if (found === null) return [];
  const name = attributes['title'] ?? `${found.site} video`;
  return [
    frame([
      framedLink({ href: found.page }, [
        element('strong', {}, [name]),
        element('br', {}, []),
        `Watch on ${found.site}`,
      ]),
    ]),
  ];
}
