import { escapeHtml } from '#domain/html/escape-html.ts';
import { readVideo } from '#domain/html/video.ts';
import { figureBlock } from '../code-block.ts';
import { addNote } from '../import-item.ts';
import type { ImportNote } from '../import-report.ts';
import { replaceBetween } from '../replace-between.ts';
import { pageOf } from '../shortcode-pages.ts';
import { holdCode } from './hold-code.ts';
import { paragraphs } from './paragraphs.ts';

export type Attachment = { address: string; alt: string; caption: string };
export type Attachments = { byId: Map<string, Attachment>; byPost: Map<string, Attachment[]> };

/** The text that a shortcode stands in. */
type Post = { postId: string; attachments: Attachments; notes: ImportNote[] };

/** Blocks that WordPress fills when it shows them: they hold no words of their own. */
const filledLater =
  /^(?:archives|block|calendar|categories|comment|latest-|loginout|navigation|page-list|post-|query|rss|search|site-|social-link|tag-cloud|template-part|shortcode|spacer|jetpack\/|contact-form)/;

/** The body of a WordPress text as HTML: block comments, shortcodes and lines without paragraphs are resolved. */
export function wordpressBody(
  content: string,
  postId: string,
  attachments: Attachments,
  notes: ImportNote[],
): string {
  for (const [, name = ''] of content.matchAll(/<!-- wp:([a-z][a-z0-9/-]*)/g))
    if (filledLater.test(name) && !/^(?:shortcode|spacer|social-links|query-)/.test(name))
      addNote(notes, 'left out', `block ${name}: WordPress fills it when it shows the page`);
    else if (/^(?:columns|media-text|cover)$/.test(name))
      addNote(notes, 'changed', `block ${name}: its parts stand one below the other`);
  if (content.includes('<!--nextpage-->')) addNote(notes, 'changed', 'several pages become one');
  const code = holdCode(content.replaceAll('\r\n', '\n'), notes);
  const text = code.text.replace(/<!--\s*(?:nextpage|more[^<>]*)-->/g, '\n\n');
  const resolved = withoutShortcodes(text, { postId, attachments, notes });
  return code.putBack(withPlayers(paragraphs(resolved)));
}

/** An address alone on its line is shown as what it names. */
function withPlayers(html: string): string {
  return html.replace(
    /(^|\n|<p>|__wrapper">)[ \t]*(https?:\/\/[^\s<>"]{1,500})[ \t]*(?=\n|<\/p>|<\/div>|(?![^]))/g,
    (_whole, before: string, address: string) => before + embed(address),
  );
}

function embed(address: string): string {
  const plain = address.replaceAll('&amp;', '&');
  const video = readVideo(plain);
  const shown = escapeHtml(plain);
  return video ? `<iframe src="${escapeHtml(video.player)}"></iframe>` : `<a href="${shown}">${shown}</a>`;
}

const shortcode = /\[(\/?)([a-z][\w-]{1,40})((?:[ \t\n=][^[\]<>]{0,2000}|\/)?)\]/gi;
const known = new Set(['caption', 'wp_caption', 'gallery', 'embed', 'audio', 'video', 'playlist']);

/** A word in brackets that is no shortcode stays: one without attributes that nothing closes. */
function withoutShortcodes(text: string, post: Post): string {
  const { notes } = post;
  const closed = new Set([...text.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi)].map(([, name = '']) => name));
  const plain = text.replaceAll('[wp_caption', '[caption').replaceAll('[/wp_caption]', '[/caption]');
  const captions = replaceBetween(plain, '[caption', '[/caption]', captioned);
  const embeds = captions.replace(/\[embed[^\]]{0,200}\]\s*([^\s[\]]{1,2000})\s*\[\/embed\]/g, '\n\n$1\n\n');
  return embeds.replace(shortcode, (whole, slash: string, name: string, attributes: string) => {
    if (name === 'gallery') return gallery(attributes, post);
    const source = /^(?:audio|video)$/.test(name)
      ? ['src', 'mp4', 'mp3', 'm4v', 'webm', 'ogg'].map((key) => attributeOf(attributes, key)).find(Boolean)
      : undefined;
    if (source) return `\n\n${embed(source)}\n\n`;
    const [, address] = /^[\s=]*(?:\w{1,20}\s*=\s*)?["']?(https?:\/\/[^\s"']{1,1000})/.exec(attributes) ?? [];
    const [, id = ''] = /^\s*(?:\w{1,20}\s*=\s*)?["']?([\w-]+)/.exec(attributes) ?? [];
    const place = address ?? pageOf(name, id);
    if (place !== null && slash === '') {
      if (!readVideo(place)) addNote(notes, 'changed', `shortcode ${name}: a link stands in its place`);
      return `\n\n${embed(place)}\n\n`;
    }
    const isOne = known.has(name) || closed.has(name) || /=|\/\s*$/.test(attributes);
    if (!isOne) return whole;
    if (slash === '')
      addNote(notes, 'left out', `shortcode ${name.toLowerCase()}: only the words within it were taken`);
    return '';
  });
}

function captioned(whole: string): string {
  const end = whole.indexOf(']');
  const inner = whole.slice(end + 1, -'[/caption]'.length);
  const [image = inner] = /^\s*(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/.exec(inner) ?? [];
  const words = inner.slice(image.length).trim() || (attributeOf(whole.slice(0, end), 'caption') ?? '');
  return `\n\n<figure>${image}${words === '' ? '' : `<figcaption>${words}</figcaption>`}</figure>\n\n`;
}

function attributeOf(attributes: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`).exec(attributes) ?? [];
  return double ?? single ?? bare;
}

function gallery(attributes: string, { postId, attachments: { byId, byPost }, notes }: Post): string {
  const ids = attributeOf(attributes, 'ids') ?? attributeOf(attributes, 'include');
  const images = ids
    ? ids.split(',').flatMap((id) => byId.get(id.trim()) ?? [])
    : (byPost.get(attributeOf(attributes, 'id') ?? postId) ?? []);
  if (images.length === 0) addNote(notes, 'left out', 'shortcode gallery: its images are not in the file');
  if (images.length > maxFigures)
    addNote(notes, 'left out', `shortcode gallery: more than ${maxFigures} images`);
  const figures = images
    .slice(0, maxFigures)
    .map(({ address, alt, caption }) => figureBlock(address, alt, escapeHtml(caption)));
  return `\n\n${figures.join('\n\n')}\n\n`;
}

/** Images of one gallery; more are left out. */
const maxFigures = 100;
