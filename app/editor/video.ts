import { Node, type NodeViewRenderer } from '@tiptap/core';

import { readVideo } from '#domain/html/video.ts';

/** A video of another site. The editor shows its title and address, and loads nothing from there. */
export const VideoNode = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () => ({
    src: { default: null, parseHTML: (element) => readVideo(element.getAttribute('src') ?? '')?.player },
    title: { default: null },
  }),
  parseHTML: () => [
    { tag: 'iframe', getAttrs: (element) => (readVideo(element.getAttribute('src') ?? '') ? {} : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['iframe', HTMLAttributes],

  addNodeView: () =>
    cardView('video-card', (attributes) => {
      const address = String(attributes['src']);
      const video = readVideo(address);
      const title = String(attributes['title'] ?? `${video?.site ?? ''} video`);
      return { strong: title, span: video?.page ?? address };
    }),
});

/**
 * The placeholder of a block that the editor does not show as the page does. @param linesOf its texts, each by the
 * element around it
 */
export function cardView(
  className: string,
  linesOf: (attributes: Record<string, unknown>) => Record<string, string>,
): NodeViewRenderer {
  return ({ node }) => {
    const dom = Object.assign(document.createElement('div'), { className });
    for (const [tag, textContent] of Object.entries(linesOf(node.attrs)))
      if (textContent !== '') dom.append(Object.assign(document.createElement(tag), { textContent }));
    return { dom };
  };
}
