import type { Attributes, BodyElement, BodyName, BodyNode } from './html-tree.ts';

export const textOnly = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'summary', 'caption']);

export const textOrBlocks = new Set(['li', 'dt', 'dd', 'td', 'th', 'figure', 'figcaption']);

/** The child that holds everything else in a block that may only have certain children. */
export const impliedChild = new Map<string, BodyName>([
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

const otherBlocks = new Set(['blockquote', 'aside', 'details', 'hr', 'iframe', 'div']);

const removedWhenEmpty = new Set([...impliedChild.keys(), 'blockquote', 'figure', 'details', 'aside']);

/** Where parts of a table belong, nearest place first. */
export const tableParents = new Map([
  ['caption', ['table']],
  ['thead', ['table']],
  ['tbody', ['table']],
  ['tfoot', ['table']],
  ['tr', ['thead', 'tbody', 'tfoot', 'table']],
  ['td', ['tr', 'thead', 'tbody', 'tfoot', 'table']],
  ['th', ['tr', 'thead', 'tbody', 'tfoot', 'table']],
]);

export function accepts(parent: string, name: string): boolean {
  const only = onlyChildren.get(parent);
  if (only) return only.includes(name);
  return (
    impliedParent(name) === undefined && (name !== '' || textOnly.has(parent) || textOrBlocks.has(parent))
  );
}

export function impliedParent(name: string): BodyName | undefined {
  if (name === 'li') return 'ul';
  return name === 'dt' || name === 'dd' ? 'dl' : undefined;
}

/** Two texts beside each other are one, as in HTML that is read again. */
export function addText({ children }: BodyElement, text: string): void {
  const last = children.at(-1);
  if (typeof last === 'string') children[children.length - 1] = last + text;
  else if (text !== '') children.push(text);
}

/** True if blank text here may stand between two words. */
export function endsInText(parent: BodyElement): boolean {
  if (textOnly.has(parent.name)) return true;
  const last = parent.children.at(-1);
  return (
    textOrBlocks.has(parent.name) && last !== undefined && (typeof last === 'string' || !isBlock(last.name))
  );
}

export function hasChild(parent: BodyElement, name: string): boolean {
  return parent.children.some((child) => typeof child === 'object' && child.name === name);
}

export function isBlock(name: string): boolean {
  return textOnly.has(name) || textOrBlocks.has(name) || impliedChild.has(name) || otherBlocks.has(name);
}

/** Removes the blocks that turned out empty. Depth is limited by `maxBlocks` and `maxInlines`. */
export function removeEmpty(node: BodyElement): void {
  let hasEmpty = false;
  for (const child of node.children) {
    if (typeof child === 'string') continue;
    removeEmpty(child);
    hasEmpty ||= isEmptyBlock(child);
  }
  if (hasEmpty) node.children = node.children.filter((child) => !isEmptyBlock(child));
}

function isEmptyBlock(node: BodyNode): boolean {
  return typeof node === 'object' && node.children.length === 0 && removedWhenEmpty.has(node.name);
}

export const noAttributes: Attributes = {};

export function isEmpty(attributes: Attributes): boolean {
  return Object.keys(attributes).length === 0;
}

export function withoutId(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== 'id'));
}
