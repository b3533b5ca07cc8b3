import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

/**
 * Parts of a body that could act, lead astray or cover the page, as a browser's parser reads it (parse5 follows the
 * HTML standard exactly). Written apart from the sanitizer, so that it does not share its mistakes.
 */
export const unsafeIn = (html: string): string[] => parseFragment(html).childNodes.flatMap(findings);

const harmless = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr dl dt dd figure figcaption details summary table caption thead ' +
    'tbody tfoot tr th td a strong b em i u s del ins sub sup mark small code kbd samp var abbr cite dfn q time bdi ' +
    'bdo ruby rt rp span br wbr img iframe'
  ).split(' '),
);

const harmlessAttributes = new Set(
  'id lang dir title href start reversed type value class colspan rowspan scope open datetime src alt width height'.split(
    ' ',
  ),
);

const players = new Set([
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'www.dailymotion.com',
  'www.loom.com',
]);

function findings(node: Node): string[] {
  if (defaultTreeAdapter.isTextNode(node)) {
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    return /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/.test(node.value) ? ['a control character'] : [];
  }
  if (!defaultTreeAdapter.isElementNode(node)) return [node.nodeName];
  const own: string[] = [];
  if (!harmless.has(node.tagName) || !node.namespaceURI.endsWith('/xhtml')) own.push(`<${node.tagName}>`);
  for (const { name, value } of node.attrs) {
    if (!harmlessAttributes.has(name)) own.push(`${node.tagName} ${name}`);
    if ((name === 'href' || name === 'src') && !leadsSomewhereSafe(node.tagName, value))
      own.push(`${node.tagName} ${name}=${value}`);
    if (name === 'id' && !value.startsWith('anchor-')) own.push(`id=${value}`);
    if (
      name === 'class' &&
      !/^(?:(?:language|font|size|color|background|align|indent|width)-[\w+#.-]+ ?)+$/.test(value)
    )
      own.push(`class=${value}`);
  }
  return [...own, ...node.childNodes.flatMap(findings)];
}

function leadsSomewhereSafe(tag: string, address: string): boolean {
  if (tag === 'img') return /^\/storage\/[^?#\\]+$/.test(address) && !address.includes('..');
  const url = URL.parse(address, 'https://site.test/blog/post');
  if (!url) return false;
  if (tag === 'iframe') return url.protocol === 'https:' && players.has(url.host);
  if (url.host === 'site.test') return !address.trim().startsWith('//');
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) && !/^[\s/\\]/.test(address);
}
