import { Node, type NodeViewRendererProps } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';

import { isOwnImage } from '#domain/html/own-image.ts';
import { styleClass } from '#domain/html/text-styles.ts';
import { ownAttribute } from './insert-blocks.ts';
import { textStyleAttribute } from './text-style-marks.ts';

/** An uploaded image with its caption. `alt` is null until the author sets it, and '' for a decorative image. */
export const ImageNode = Node.create({
  name: 'image',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,

  addAttributes: () => ({
    src: ofImage('src'),
    alt: ofImage('alt'),
    width: ofImage('width'),
    height: ofImage('height'),
    align: textStyleAttribute('align'),
    shown: textStyleAttribute('width', 'shown'),
  }),

  parseHTML: () => [
    {
      tag: 'figure, p',
      priority: 110,
      getAttrs: (element) => (isImage(element) ? {} : false),
      contentElement: (element) =>
        (element instanceof Element && element.querySelector('figcaption')) ||
        document.createElement('figcaption'),
    },
  ],

  renderHTML: ({ node, HTMLAttributes }) => [
    'figure',
    HTMLAttributes,
    ['img', imageAttributes(node.attrs)],
    ['figcaption', 0],
  ],

  addKeyboardShortcuts() {
    return {
      // From the caption to a new line below the image, or below the gallery that it is in.
      Enter: ({ editor }) => {
        const { selection, schema, tr } = editor.state;
        const { $from } = selection;
        const line = schema.nodes['paragraph'];
        if ($from.parent.type.name !== this.name || !line) return false;
        const isInGallery = $from.node($from.depth - 1).type.name === 'gallery';
        const at = $from.after($from.depth - (isInGallery ? 1 : 0));
        tr.insert(at, line.create()).setSelection(TextSelection.create(tr.doc, at + 1));
        editor.view.dispatch(tr.scrollIntoView());
        return true;
      },
    };
  },

  addNodeView() {
    return ({ node, editor, getPos }) =>
      createImageView(node, () => {
        const at = getPos();
        if (at !== undefined) editor.commands.setNodeSelection(at);
      });
  },
});

/** The figure as the page shows it, with a caption that says what it is for while it is empty. */
function createImageView(first: ImageNode, select: () => void) {
  const dom = document.createElement('figure');
  const frame = document.createElement('div');
  const image = document.createElement('img');
  const note = document.createElement('span');
  // A text can have more images than a page can load at once.
  image.loading = 'lazy';
  image.decoding = 'async';
  const caption = document.createElement('figcaption');
  frame.contentEditable = 'false';
  frame.className = 'image-frame';
  note.className = 'image-note';
  note.textContent = 'No alt text';
  caption.dataset['placeholder'] = 'Caption';
  frame.append(image, note);
  dom.append(frame, caption);
  frame.addEventListener('click', select);

  function update(node: ImageNode): boolean {
    if (node.type !== first.type) return false;
    const { align, shown, alt } = node.attrs;
    const looks = { align: align ?? undefined, width: shown ?? undefined };
    dom.className = styleClass(looks, ['align', 'width']) ?? '';
    image.alt = '';
    for (const [name, value] of Object.entries(imageAttributes(node.attrs)))
      if (image.getAttribute(name) !== value) image.setAttribute(name, value);
    note.hidden = alt !== null;
    caption.classList.toggle('is-empty', node.childCount === 0);
    return true;
  }
  update(first);

  return {
    dom,
    contentDOM: caption,
    update,
    // Changes that the view itself writes are not the author's.
    ignoreMutation: (mutation: { target: globalThis.Node }) => !caption.contains(mutation.target),
  };
}

type ImageNode = NodeViewRendererProps['node'];

function imageAttributes(attributes: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    ['src', 'alt', 'width', 'height'].flatMap((name) => {
      const value = attributes[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** An image with at most a caption of words, or a paragraph that holds an image alone. Anything else is kept whole. */
function isImage(element: HTMLElement): boolean {
  const [image, ...more] = element.querySelectorAll('img');
  if (!image || more.length > 0 || image.parentElement !== element) return false;
  if (!isOwnImage(image.getAttribute('src') ?? '')) return false;
  const [caption, ...others] = Array.from(element.childNodes).filter(
    (child) => child !== image && (child instanceof Element || child.textContent?.trim() !== ''),
  );
  if (!caption) return element.localName === 'figure' || element.id === '';
  return others.length === 0 && caption instanceof Element && caption.matches(captionOfWords);
}

const captionOfWords =
  'figure > img + figcaption:not(:has(p, ul, ol, dl, pre, table, blockquote, figure, details, h1, h2, h3, h4, h5, h6, hr))';

function ofImage(name: string) {
  return ownAttribute<string | null>(
    null,
    (element) => element.querySelector('img')?.getAttribute(name) ?? null,
  );
}
