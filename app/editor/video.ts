import { Node } from '@tiptap/core';

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

  addNodeView:
    () =>
    ({ node }) => {
      const address = String(node.attrs['src']);
      const video = readVideo(address);
      const title = String(node.attrs['title'] ?? `${video?.site ?? ''} video`);
      return { dom: cardOf('video-card', { strong: title, span: video?.page ?? address }) };
    },
});

/**
 * The placeholder of a block that the editor does not show as the page does. @param lines its texts, each by the
 * element around it
 */
export function cardOf(className: string, lines: Record<string, string>): HTMLElement {
  const card = Object.assign(document.createElement('div'), { className });
  for (const [tag, textContent] of Object.entries(lines))
    if (textContent !== '') card.append(Object.assign(document.createElement(tag), { textContent }));
  return card;
}
