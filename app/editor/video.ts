import { Node } from '@tiptap/core';

import type { BodyRules } from './body-rules.ts';

/** A video of a known site. The editor shows its title and address, and loads nothing from there. */
export function videoNode(rules: BodyRules) {
  return Node.create({
    name: 'video',
    group: 'block',
    atom: true,
    draggable: true,

    addAttributes: () => ({
      src: {
        default: null,
        parseHTML: (element) => rules.readVideo(element.getAttribute('src') ?? '')?.player,
      },
      title: { default: null },
    }),

    parseHTML: () => [
      {
        tag: 'iframe',
        getAttrs: (element) => (rules.readVideo(element.getAttribute('src') ?? '') ? {} : false),
      },
    ],

    renderHTML: ({ HTMLAttributes }) => ['iframe', HTMLAttributes],

    addNodeView() {
      return ({ node }) => {
        const dom = document.createElement('div');
        const address = String(node.attrs['src']);
        const video = rules.readVideo(address);
        const title = document.createElement('strong');
        const link = document.createElement('span');
        dom.className = 'video-card';
        title.textContent = String(node.attrs['title'] ?? `${video?.site ?? ''} video`);
        link.textContent = video?.page ?? address;
        dom.append(title, link);
        return { dom };
      };
    },
  });
}
