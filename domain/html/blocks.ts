/** Kinds of a callout, and how each is announced. */
export const calloutNames: Readonly<Record<string, string>> = {
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
};

type Classed = { attributes: Readonly<Record<string, string>> };

/** The kind of a callout. */
export function calloutKind({ attributes }: Classed): string {
  return attributes['class']?.split(' ', 1)[0]?.replace('block-', '') ?? 'note';
}

/** How a callout is announced. */
export function calloutName(callout: Classed): string {
  return calloutNames[calloutKind(callout)] ?? 'Note';
}

/** For each element, the classes that make it one of the editor's blocks. `app/blocks.css` gives them their style. */
const blockClasses = new Map<string, readonly string[]>([
  ['a', ['block-button', 'block-bookmark', 'block-footnote', 'block-back']],
  ['aside', Object.keys(calloutNames).map((kind) => `block-${kind}`)],
  ['figure', ['block-gallery']],
  ['hr', ['block-contents', 'block-no-contents']],
  ['ol', ['block-footnotes']],
]);

/** The block class of an element of this name, of those that `written` lists; null for none. */
export function blockClass(name: string, written: string | undefined): string | null {
  const known = blockClasses.get(name);
  if (known === undefined || written?.includes('block-') !== true) return null;
  return written.split(/\s+/, 50).find((one) => known.includes(one)) ?? null;
}

/**
 * True if a post shows a table of contents, as its author has set it by a block; null: by the number of its sections.
 * @param element an element of the body
 */
export function contentsSwitch(element: Classed): boolean | null {
  const { class: written } = element.attributes;
  if (written === 'block-contents') return true;
  return written === 'block-no-contents' ? false : null;
}

export function isHeading({ name }: { name: string }): boolean {
  return /^h[1-6]$/.test(name);
}
