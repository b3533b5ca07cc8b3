import { escapeHtml } from '#domain/html/escape-html.ts';
import type { ImportNote } from '../import-report.ts';
import { recordOf, type UnknownRecord } from '../record-of.ts';
import { cardHtml, textIn } from './ghost-cards.ts';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const formats = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark'];
/** Levels of nodes within each other; an editor makes fewer. */
const maxDepth = 60;

/** The editor's document of Ghost 5 as HTML that is not clean. */
export function foldLexical(document: unknown, notes: ImportNote[]): string {
  return foldNodes(recordOf(recordOf(document)['root']), notes, 0);
}

function foldNodes({ children }: UnknownRecord, notes: ImportNote[], depth: number): string {
  if (depth > maxDepth) return '';
  return listOf(children)
    .map((child) => foldNode(recordOf(child), notes, depth + 1))
    .join('');
}

function foldNode(node: UnknownRecord, notes: ImportNote[], depth: number): string {
  const type = textIn(node, 'type').replace(/^extended-/, '');
  const inner = () => foldNodes(node, notes, depth);
  const tag = textIn(node, 'tag');
  if (type === 'text' || type === 'code-highlight')
    return formatted(textIn(node, 'text'), Number(node['format']) || 0);
  if (type === 'linebreak') return '<br>';
  if (type === 'tab') return '\t';
  if (type === 'link' || type === 'autolink' || type === 'at-link')
    return `<a href="${escapeHtml(textIn(node, 'url'))}">${inner()}</a>`;
  if (type === 'heading') return element(/^h[1-6]$/.test(tag) ? tag : 'h2', inner());
  if (type === 'paragraph') return `<p>${inner()}</p>`;
  if (type === 'quote' || type === 'aside') return `<blockquote><p>${inner()}</p></blockquote>`;
  if (type === 'list' && textIn(node, 'listType') !== 'number' && tag !== 'ol') return element('ul', inner());
  const start = Number(node['start']);
  if (type === 'list') return element('ol', inner(), start > 1 ? ` start="${start}"` : '');
  if (type === 'listitem') return `<li>${inner()}</li>`;
  // Words in a node that is not known stay.
  return Array.isArray(node['children']) ? inner() : cardHtml(type, node, notes);
}

function element(name: string, inner: string, attributes = ''): string {
  return `<${name}${attributes}>${inner}</${name}>`;
}

function formatted(text: string, bits: number): string {
  return formats.reduce(
    (html, name, bit) => (bits & (1 << bit) ? `<${name}>${html}</${name}>` : html),
    escapeHtml(text),
  );
}

/** The editor's document of Ghost 1 to 4 as HTML that is not clean. */
export function foldMobiledoc(document: unknown, notes: ImportNote[]): string {
  const { sections, markups, atoms, cards } = recordOf(document);
  const markup = (index: unknown) => listOf(listOf(markups)[Number(index)]);
  const atom = (index: unknown) => {
    const [name, words] = listOf(listOf(atoms)[Number(index)]);
    return name === 'soft-return' ? '<br>' : escapeHtml(typeof words === 'string' ? words : '');
  };
  const wordsOf = (markers: unknown) => foldMarkers(listOf(markers), markup, atom);
  return listOf(sections)
    .map((section) => {
      const [kind, value, content] = listOf(section);
      const name = String(value).replace(/^(?:aside|pull-quote)$/, 'blockquote');
      if (kind === 1) return element(/^(?:h[1-6]|blockquote)$/.test(name) ? name : 'p', wordsOf(content));
      if (kind === 2) return `<figure><img src="${escapeHtml(String(value))}" alt=""></figure>`;
      if (kind === 3) {
        const items = listOf(content).map((item) => element('li', wordsOf(item)));
        return element(name === 'ol' ? 'ol' : 'ul', items.join(''));
      }
      // A section of the first version names its card itself.
      const [card, payload] =
        typeof value === 'string' ? [value, content] : listOf(listOf(cards)[Number(value)]);
      return kind === 10 && typeof card === 'string' ? cardHtml(card, recordOf(payload), notes) : '';
    })
    .join('');
}

/** Words with the formatting that begins and ends at each of them. */
function foldMarkers(
  markers: readonly unknown[],
  markup: (index: unknown) => readonly unknown[],
  atom: (index: unknown) => string,
): string {
  const open: string[] = [];
  let html = '';
  for (const marker of markers) {
    const parts = listOf(marker);
    const [kind, opened, closed, value] = Array.isArray(parts[0]) ? [0, ...parts] : parts;
    for (const index of listOf(opened)) {
      const [tag, attributes] = markup(index);
      const name = typeof tag === 'string' && /^[a-z]{1,10}$/.test(tag) ? tag : 'span';
      const address = listOf(attributes)[listOf(attributes).indexOf('href') + 1];
      html += name === 'a' && typeof address === 'string' ? `<a href="${escapeHtml(address)}">` : `<${name}>`;
      open.push(name);
    }
    html += kind === 1 ? atom(value) : escapeHtml(typeof value === 'string' ? value : '');
    for (let left = Math.min(Number(closed) || 0, open.length); left > 0; left -= 1)
      html += `</${open.pop() ?? ''}>`;
  }
  return (
    html +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}
