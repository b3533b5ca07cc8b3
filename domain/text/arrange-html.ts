/**
 * The place of each element: HTML's content model, as the browser's parser enforces it.
 *
 * A browser moves what stands where it may not (a list in a paragraph, text in a table, a link in a link), and words end
 * up elsewhere than their author or a sanitizer saw them. Arranged HTML is a tree that every parser reads the same way.
 */

type Element = {
  name: string;
  attributes: string;
  children: (Element | string)[];
  /** Made because its content needed it, not because the source said so. */
  implied: boolean;
  /** A border between blocks was passed: what comes next must not run into what was before. */
  torn: boolean;
};

type Inline = { name: string; attributes: string; used: boolean };

type Source = { name: string; block: Element | null; inline: Inline | null };

type Arrangement = {
  /** The open blocks, the whole text first. */
  blocks: Element[];
  /** The open inline elements of the source, and those of them that stand in the current run of text. */
  inlines: Inline[];
  run: { inline: Inline; element: Element }[];
  sources: Source[];
  /** Ids so far: a second element of one id would be no target. */
  ids: Set<string>;
};

const textOnly = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'summary', 'caption']);
const textOrBlocks = new Set(['li', 'dt', 'dd', 'td', 'th', 'figure', 'figcaption']);
/** What a block that holds only certain children holds everything else in. */
const impliedChild = new Map([
  ['ul', 'li'],
  ['ol', 'li'],
  ['dl', 'dd'],
  ['table', 'tbody'],
  ['thead', 'tr'],
  ['tbody', 'tr'],
  ['tfoot', 'tr'],
  ['tr', 'td'],
]);
const rows = ['tr'];
const onlyChildren = new Map([
  ['ul', ['li']],
  ['ol', ['li']],
  ['dl', ['dt', 'dd']],
  ['table', ['caption', 'thead', 'tbody', 'tfoot']],
  ['thead', rows],
  ['tbody', rows],
  ['tfoot', rows],
  ['tr', ['td', 'th']],
]);
const otherBlocks = new Set(['', 'blockquote', 'details', 'hr', 'iframe', 'div']);
const emptyIsNothing = new Set([...impliedChild.keys(), 'blockquote', 'figure', 'details']);
const voidNames = new Set(['br', 'img', 'wbr', 'hr']);

const mostBlocks = 64;
const mostInlines = 32;

/**
 * @param html balanced, entities escaped: what `sanitize-html` writes. `div` may occur, and never leaves.
 * @param isPlayer whether an `iframe` of this address may leave; any other becomes a link.
 */
export function normalizeHtml(html: string, isPlayer: (address: string) => boolean): string {
  const root = newElement('', '');
  const state: Arrangement = { blocks: [root], inlines: [], run: [], sources: [], ids: new Set() };
  let embedded = false;
  for (const [whole, end, name, attributes = ''] of html.matchAll(tokens)) {
    if (name === 'iframe') {
      embedded = end === '';
      if (embedded) placeEmbed(state, attributes, isPlayer);
    } else if (embedded) continue;
    else if (name === undefined) placeText(state, whole);
    else if (end === '/') endElement(state, name);
    else startElement(state, name, withOwnId(state, attributes));
  }
  return inner(root);
}

const tokens = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"]*")?)*)(?: \/)?>|[^<]+/g;

function withOwnId({ ids }: Arrangement, attributes: string): string {
  const id = / id="[^"]*"/.exec(attributes)?.[0];
  if (id === undefined) return attributes;
  if (ids.has(id)) return attributes.replace(id, '');
  ids.add(id);
  return attributes;
}

function startElement(state: Arrangement, name: string, attributes: string): void {
  if (name === 'hr') {
    if (startBlock(state, name, attributes)) leaveTo(state, state.blocks.length - 1);
  } else if (name === 'img' && !/ src="/.test(attributes)) {
    placeText(state, valueOf(attributes, 'alt'));
  } else if (voidNames.has(name)) {
    placeInline(state).children.push(newElement(name, attributes));
  } else if (isBlock(name)) {
    state.sources.push({ name, block: startBlock(state, name, attributes), inline: null });
  } else {
    // A link that lost its address is words.
    const kept = name === 'a' && !/ href="/.test(attributes) ? 'span' : name;
    state.sources.push({ name, block: null, inline: startInline(state, kept, attributes) });
  }
}

function endElement(state: Arrangement, name: string): void {
  const from = state.sources.findLastIndex((source) => source.name === name);
  if (from === -1) return;
  for (const { block, inline, name: ended } of state.sources.splice(from)) {
    if (inline) state.inlines = state.inlines.filter((open) => open !== inline);
    if (!isBlock(ended)) continue;
    const at = block ? state.blocks.lastIndexOf(block) : -1;
    if (at > 0) leaveTo(state, at);
    else if (!block) tear(state);
  }
}

function startInline(state: Arrangement, name: string, attributes: string): Inline | null {
  const open = (wanted: string) => state.inlines.find((inline) => inline.name === wanted);
  if (name === 'span' && attributes === '') return null;
  if (state.inlines.length >= mostInlines) return null;
  if ((name === 'rt' || name === 'rp') && (!open('ruby') || open('rt') || open('rp'))) return null;
  const outerLink = name === 'a' ? open('a') : undefined;
  state.inlines = state.inlines.filter((inline) => inline !== outerLink);
  const inline = { name, attributes, used: false };
  state.inlines.push(inline);
  // The target of a link is there even where it holds nothing.
  if (/ id="/.test(attributes)) placeInline(state);
  return inline;
}

/** @returns the element that was opened, or null when the block is only a border here */
function startBlock(state: Arrangement, name: string, attributes: string): Element | null {
  const inTable = makeRoomInTable(state, name);
  leaveParagraph(state);
  if (name === 'li') leaveIf(state, ['li']);
  if (name === 'dt' || name === 'dd') leaveIf(state, ['dt', 'dd']);
  const parent = top(state);
  const misplaced =
    name === 'div' ||
    textOnly.has(parent.name) ||
    state.blocks.length >= mostBlocks ||
    (name === 'summary' && (parent.name !== 'details' || parent.children.length > 0)) ||
    (name === 'figcaption' && (parent.name !== 'figure' || has(parent, 'figcaption'))) ||
    (tablePlaces.has(name) && !inTable) ||
    (name === 'caption' && parent.children.length > 0);
  if (misplaced) {
    tear(state);
    return null;
  }
  const lastItem = parent.children.at(-1);
  const continuesItem =
    (name === 'ul' || name === 'ol') &&
    (parent.name === 'ul' || parent.name === 'ol') &&
    typeof lastItem === 'object';
  if (continuesItem) state.blocks.push(lastItem);
  makeRoom(state, name);
  return enter(state, newElement(name, attributes));
}

/** Where parts of a table belong, nearest place first. */
const tablePlaces = new Map([
  ['caption', ['table']],
  ['thead', ['table']],
  ['tbody', ['table']],
  ['tfoot', ['table']],
  ['tr', ['thead', 'tbody', 'tfoot', 'table']],
  ['td', ['tr', 'thead', 'tbody', 'tfoot', 'table']],
  ['th', ['tr', 'thead', 'tbody', 'tfoot', 'table']],
]);

/** A part of a table ends whatever is open in the innermost table, up to the place where it belongs. */
function makeRoomInTable(state: Arrangement, name: string): boolean {
  const places = tablePlaces.get(name);
  if (!places || !state.blocks.some((block) => block.name === 'table')) return false;
  state.run = [];
  state.blocks.length = state.blocks.findLastIndex((block) => places.includes(block.name)) + 1;
  return true;
}

/** Opens what a child called `name` (text: '') needs around it. */
function makeRoom(state: Arrangement, name: string): void {
  while (!accepts(top(state).name, name)) {
    const { name: parent, implied } = top(state);
    // A list that only a stray item needed ends with what is no item.
    if (implied && (parent === 'ul' || parent === 'dl')) state.blocks.pop();
    else enter(state, impliedElement(impliedChild.get(parent) ?? impliedParent(name) ?? 'p'));
  }
}

function accepts(parent: string, name: string): boolean {
  const only = onlyChildren.get(parent);
  if (only) return only.includes(name);
  return (
    impliedParent(name) === undefined && (name !== '' || textOnly.has(parent) || textOrBlocks.has(parent))
  );
}

function impliedParent(name: string): string | undefined {
  if (name === 'li') return 'ul';
  return name === 'dt' || name === 'dd' ? 'dl' : undefined;
}

function placeText(state: Arrangement, text: string): void {
  if (text === '') return;
  const parent = top(state);
  const isBlank = !/[^\t\n ]/.test(text);
  if (isBlank && state.run.length === 0 && parent.name !== 'pre' && (parent.torn || !endsInText(parent)))
    return;
  const home = placeInline(state);
  // The browser drops a line break right after `<pre>`.
  const written = home.name === 'pre' && home.children.length === 0 ? text.replace(/^\n+/, '') : text;
  const last = home.children.at(-1);
  if (typeof last === 'string') home.children[home.children.length - 1] = last + written;
  else if (written !== '') home.children.push(written);
}

/** Whether blank text here may stand between two words. */
function endsInText(parent: Element): boolean {
  if (textOnly.has(parent.name)) return true;
  const last = parent.children.at(-1);
  return (
    textOrBlocks.has(parent.name) && last !== undefined && (typeof last === 'string' || !isBlock(last.name))
  );
}

/** @returns the element that the next text, image or line break belongs in */
function placeInline(state: Arrangement): Element {
  makeRoom(state, '');
  const parent = top(state);
  if (parent.torn) {
    parent.torn = false;
    if (textOrBlocks.has(parent.name)) enter(state, impliedElement('p'));
    else if (parent.children.length > 0)
      parent.children.push(parent.name === 'pre' ? '\n' : newElement('br', ''));
  }
  const same = state.run.findIndex(({ inline }, index) => inline !== state.inlines[index]);
  if (same !== -1) state.run.length = same;
  for (const inline of state.inlines.slice(state.run.length)) {
    const attributes = inline.used ? inline.attributes.replace(/ id="[^"]*"/, '') : inline.attributes;
    const element =
      inline.name === 'span' && attributes === '' ? innermost(state) : newElement(inline.name, attributes);
    if (element !== innermost(state)) innermost(state).children.push(element);
    inline.used = true;
    state.run.push({ inline, element });
  }
  return innermost(state);
}

/** A player stands by itself; where it may not, and for any other embed, a link to what it showed. */
function placeEmbed(state: Arrangement, attributes: string, isPlayer: (address: string) => boolean): void {
  const address = valueOf(attributes, 'src');
  if (isPlayer(address) && startBlock(state, 'iframe', attributes)) {
    leaveTo(state, state.blocks.length - 1);
    return;
  }
  tear(state);
  if (address === '') return;
  startElement(state, 'a', ` href="${address.replaceAll('"', '&quot;')}"`);
  placeText(state, valueOf(attributes, 'title') || address);
  endElement(state, 'a');
  tear(state);
}

/** A border between blocks. */
function tear(state: Arrangement): void {
  leaveParagraph(state);
  top(state).torn = true;
}

function leaveParagraph(state: Arrangement): void {
  state.run = [];
  leaveIf(state, ['p']);
}

function leaveIf(state: Arrangement, names: readonly string[]): void {
  if (names.includes(top(state).name)) leaveTo(state, state.blocks.length - 1);
}

function leaveTo(state: Arrangement, length: number): void {
  state.run = [];
  state.blocks.length = length;
}

function enter(state: Arrangement, element: Element): Element {
  top(state).children.push(element);
  state.blocks.push(element);
  state.run = [];
  return element;
}

function top(state: Arrangement): Element {
  const block = state.blocks.at(-1);
  if (!block) throw new Error('The whole text is never left.');
  return block;
}

function innermost(state: Arrangement): Element {
  return state.run.at(-1)?.element ?? top(state);
}

function has(parent: Element, name: string): boolean {
  return parent.children.some((child) => typeof child === 'object' && child.name === name);
}

function isBlock(name: string): boolean {
  return textOnly.has(name) || textOrBlocks.has(name) || impliedChild.has(name) || otherBlocks.has(name);
}

function newElement(name: string, attributes: string): Element {
  return { name, attributes, children: [], implied: false, torn: false };
}

function impliedElement(name: string): Element {
  return { ...newElement(name, ''), implied: true };
}

/** An attribute's value as it may stand in text. */
function valueOf(attributes: string, name: string): string {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
  return value.replaceAll('&quot;', '"');
}

/** Depth is bounded by `mostBlocks` and `mostInlines`. */
function inner(element: Element): string {
  return element.children.map((child) => (typeof child === 'string' ? child : outer(child))).join('');
}

function outer(element: Element): string {
  const { name, attributes } = element;
  if (voidNames.has(name)) return `<${name}${attributes}>`;
  const content = inner(element);
  return content === '' && emptyIsNothing.has(name) ? '' : `<${name}${attributes}>${content}</${name}>`;
}
