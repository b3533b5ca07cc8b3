import { allowedAttributes, allowedName } from './html-rules.ts';
import { withNotesOnly } from './footnotes.ts';
import {
  element,
  isVoid,
  type Attributes,
  type BodyElement,
  type BodyName,
  type BodyNode,
} from './html-tree.ts';
import { isHtmlElement, type ParsedNode } from './parse-html.ts';
import { readVideo } from './video.ts';
import {
  textOnly,
  textOrBlocks,
  impliedChild,
  tableParents,
  accepts,
  impliedParent,
  addText,
  endsInText,
  hasChild,
  isBlock,
  removeEmpty,
  isEmpty,
  noAttributes,
  withoutId,
} from './content-nesting.ts';

/**
 * Builds a tree of allowed elements in which each stands where HTML's content model lets it stand, so that every parser
 * reads the serialized tree as the same tree. The source is already a browser's tree; this step is needed because
 * removing or renaming an element changes what its children stand in, and because the editor has stricter rules: text
 * stands in a block, and a block never in an inline element.
 */
export function buildContent(nodes: readonly ParsedNode[], textOf: (text: string) => string): BodyNode[] {
  // The root takes what a quotation takes.
  const root = newBlock('blockquote', {});
  const state: State = { blocks: [root], inlines: [], run: [], ids: new Set(), hasNotes: false, textOf };
  placeNodes(state, nodes);
  removeEmpty(root.node);
  return state.hasNotes ? withNotesOnly(root.node.children, isBlock) : root.node.children;
}

type Block = {
  node: BodyElement;
  /** Made because its content needed it, not because the source has it. */
  isImplied: boolean;
  /** A border between blocks was passed: what follows must not be joined to what is before. */
  hasBorder: boolean;
};

type Inline = { name: BodyName; attributes: Attributes; isUsed: boolean };

type State = {
  /** The open blocks, from the root inwards. */
  blocks: Block[];
  /** The open inline elements of the source, and those of them that are open in the current run of text. */
  inlines: Inline[];
  run: { inline: Inline; node: BodyElement }[];
  /** Ids so far: a second element with the same id would not be a link target. */
  ids: Set<string>;
  hasNotes: boolean;
  /** Removes from a text or an attribute value what may not be stored. */
  textOf: (text: string) => string;
};

const maxBlocks = 64;

const maxInlines = 32;

type SourceElement = Extract<ParsedNode, { tagName: string }>;

/** The parser limits the depth of the source. */
function placeNodes(state: State, nodes: readonly ParsedNode[]): void {
  for (const node of nodes) {
    if ('value' in node) placeText(state, state.textOf(node.value));
    else if ('tagName' in node) placeElement(state, node);
  }
}

function placeElement(state: State, source: SourceElement): void {
  const allowed = allowedName(source.tagName);
  if (allowed === 'dropped') return;
  if (allowed === null || !isHtmlElement(source)) {
    placeNodes(state, source.childNodes);
    return;
  }
  const attributes = attributesOf(state, allowed, source);
  // An aside that is no callout is only a border between blocks.
  const isCallout = attributes['class'] !== undefined;
  const name = allowed === 'aside' && !isCallout ? 'div' : allowed;
  if (name === 'iframe') placeEmbed(state, attributes);
  else if (name === 'img' && attributes['src'] === undefined) placeText(state, attributes['alt'] ?? '');
  else if (name === 'hr') {
    if (startBlock(state, name, withOwnId(state, attributes))) leaveTo(state, state.blocks.length - 1);
  } else if (isVoid(name)) {
    placeInline(state).children.push(element(name, withOwnId(state, attributes), []));
  } else if (name === 'div' || isBlock(name)) {
    state.hasNotes ||= name === 'ol' && attributes['class'] !== undefined;
    const block = startBlock(state, name, withOwnId(state, attributes));
    placeNodes(state, source.childNodes);
    endBlock(state, block);
  } else {
    placeInlineElement(state, name, withOwnId(state, attributes), source.childNodes);
  }
}

function attributesOf(state: State, name: string, { attrs }: SourceElement): Attributes {
  if (attrs.length === 0) return noAttributes;
  return allowedAttributes(name, Object.fromEntries(attrs.map((one) => [one.name, state.textOf(one.value)])));
}

function withOwnId({ ids }: State, attributes: Attributes): Attributes {
  const { id } = attributes;
  if (id === undefined) return attributes;
  if (ids.has(id)) return withoutId(attributes);
  ids.add(id);
  return attributes;
}

function placeInlineElement(
  state: State,
  written: BodyName,
  attributes: Attributes,
  children: readonly ParsedNode[],
): void {
  // A link without an address is its words.
  const name = written === 'a' && attributes['href'] === undefined ? 'span' : written;
  const inline = startInline(state, name, attributes);
  placeNodes(state, children);
  if (inline) state.inlines = state.inlines.filter((open) => open !== inline);
}

/** @returns null for an element that is left out: one that says nothing, or that may not stand here */
function startInline(state: State, name: BodyName, attributes: Attributes): Inline | null {
  const open = (wanted: string) => state.inlines.find((inline) => inline.name === wanted);
  if (name === 'span' && isEmpty(attributes)) return null;
  if (state.inlines.length >= maxInlines) return null;
  if ((name === 'rt' || name === 'rp') && (!open('ruby') || open('rt') || open('rp'))) return null;
  const outerLink = name === 'a' ? open('a') : undefined;
  state.inlines = state.inlines.filter((inline) => inline !== outerLink);
  const inline = { name, attributes, isUsed: false };
  state.inlines.push(inline);
  // The target of a link is there even where it holds nothing.
  if (attributes['id'] !== undefined) placeInline(state);
  return inline;
}

/** @returns the block that was opened, or null when it is only a border here */
function startBlock(state: State, name: BodyName | 'div', attributes: Attributes): Block | null {
  const isInTable = leaveForTablePart(state, name);
  leaveParagraph(state);
  if (name === 'li') leaveIf(state, ['li']);
  if (name === 'dt' || name === 'dd') leaveIf(state, ['dt', 'dd']);
  const parent = innermostBlock(state).node;
  const isMisplaced =
    name === 'div' ||
    textOnly.has(parent.name) ||
    state.blocks.length >= maxBlocks ||
    (name === 'summary' && (parent.name !== 'details' || parent.children.length > 0)) ||
    (name === 'figcaption' && (parent.name !== 'figure' || hasChild(parent, 'figcaption'))) ||
    (tableParents.has(name) && !isInTable) ||
    (name === 'caption' && parent.children.length > 0);
  if (isMisplaced) {
    addBorder(state);
    return null;
  }
  const lastItem = parent.children.at(-1);
  const isSublist = (name === 'ul' || name === 'ol') && (parent.name === 'ul' || parent.name === 'ol');
  // A list right in a list continues the item before it.
  if (isSublist && typeof lastItem === 'object')
    state.blocks.push({ node: lastItem, isImplied: false, hasBorder: false });
  openImplied(state, name);
  return enter(state, newBlock(name, attributes));
}

function endBlock(state: State, block: Block | null): void {
  if (!block) addBorder(state);
  else if (state.blocks.includes(block)) leaveTo(state, state.blocks.lastIndexOf(block));
}

/** A part of a table ends whatever is open in the innermost table, up to the place where it belongs. */
function leaveForTablePart(state: State, name: string): boolean {
  const parents = tableParents.get(name);
  if (!parents || !state.blocks.some(({ node }) => node.name === 'table')) return false;
  leaveTo(state, state.blocks.findLastIndex(({ node }) => parents.includes(node.name)) + 1);
  return true;
}

/** Opens the blocks that a child of this name (text: '') needs around it. */
function openImplied(state: State, name: string): void {
  while (!accepts(innermostBlock(state).node.name, name)) {
    const { node: parent, isImplied } = innermostBlock(state);
    // A list that only a stray item needed ends before anything that is not an item.
    if (isImplied && (parent.name === 'ul' || parent.name === 'dl')) state.blocks.pop();
    else {
      const needed = impliedChild.get(parent.name) ?? impliedParent(name) ?? 'p';
      enter(state, { ...newBlock(needed, {}), isImplied: true });
    }
  }
}

function placeText(state: State, text: string): void {
  if (text === '') return;
  const { node: parent, hasBorder } = innermostBlock(state);
  if (state.run.length === 0 && parent.name !== 'pre' && (hasBorder || !endsInText(parent)))
    if (!/[^\t\n ]/.test(text)) return;
  const home = placeInline(state);
  // A browser drops a line break right after `<pre>`.
  const kept = home.name === 'pre' && home.children.length === 0 ? text.replace(/^\n+/, '') : text;
  addText(home, kept);
}

/** @returns the element that the next text, image or line break belongs in */
function placeInline(state: State): BodyElement {
  openImplied(state, '');
  const parent = innermostBlock(state);
  if (parent.hasBorder) {
    parent.hasBorder = false;
    if (textOrBlocks.has(parent.node.name)) enter(state, { ...newBlock('p', {}), isImplied: true });
    else if (parent.node.name === 'pre' && parent.node.children.length > 0) addText(parent.node, '\n');
    else if (parent.node.children.length > 0) parent.node.children.push(element('br', {}, []));
  }
  if (state.inlines.length === 0 && state.run.length === 0) return innermostBlock(state).node;
  const changed = state.run.findIndex(({ inline }, index) => inline !== state.inlines[index]);
  if (changed !== -1) state.run.length = changed;
  for (const inline of state.inlines.slice(state.run.length)) {
    const attributes = inline.isUsed ? withoutId(inline.attributes) : inline.attributes;
    const outer = innermostElement(state);
    const isNothing = inline.name === 'span' && isEmpty(attributes);
    const node = isNothing ? outer : element(inline.name, attributes, []);
    if (node !== outer) outer.children.push(node);
    inline.isUsed = true;
    state.run.push({ inline, node });
  }
  return innermostElement(state);
}

/** A video player is a block; where it may not stand, and for any other embed, there is a link to what it shows. */
function placeEmbed(state: State, attributes: Attributes): void {
  const { src: address = '', title = '' } = attributes;
  const video = readVideo(address);
  const name = title.trim() === '' && video ? `${video.site} video` : title;
  const isPlayer = video?.player === address;
  // The content of a frame is named to those who cannot see it.
  if (isPlayer && startBlock(state, 'iframe', withOwnId(state, { ...attributes, title: name }))) {
    leaveTo(state, state.blocks.length - 1);
    return;
  }
  addBorder(state);
  if (address === '') return;
  const link = startInline(state, 'a', { href: address });
  placeText(state, name || address);
  state.inlines = state.inlines.filter((open) => open !== link);
  addBorder(state);
}

function addBorder(state: State): void {
  leaveParagraph(state);
  innermostBlock(state).hasBorder = true;
}

function leaveParagraph(state: State): void {
  state.run = [];
  leaveIf(state, ['p']);
}

function leaveIf(state: State, names: readonly string[]): void {
  if (names.includes(innermostBlock(state).node.name)) leaveTo(state, state.blocks.length - 1);
}

function leaveTo(state: State, length: number): void {
  state.run = [];
  state.blocks.length = length;
}

function enter(state: State, block: Block): Block {
  innermostBlock(state).node.children.push(block.node);
  state.blocks.push(block);
  state.run = [];
  return block;
}

function innermostBlock(state: State): Block {
  const block = state.blocks.at(-1);
  if (!block) throw new Error('The root is never left.');
  return block;
}

function innermostElement(state: State): BodyElement {
  return state.run.at(-1)?.node ?? innermostBlock(state).node;
}

function newBlock(name: BodyName, attributes: Attributes): Block {
  return { node: element(name, attributes, []), isImplied: false, hasBorder: false };
}
