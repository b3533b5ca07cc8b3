import {
  Bookmark, ChevronsUpDown, GalleryHorizontal, Image, Info, Link, ListTree, MousePointerClick, SquarePlay, Superscript,
} from 'lucide-react'; // prettier-ignore

import { insertCollapsible } from '../blocks/collapsible.ts';
import { setContents } from '../blocks/contents.ts';
import { insertFootnote } from '../blocks/footnotes.ts';
import {
  codeBlock,
  headings,
  lists,
  once,
  onceIfPossible,
  paragraph,
  quote,
  rule,
  table,
  type Control,
} from './controls.ts';
import type { EditorDialog } from './editor-dialogs.tsx';
import { addLineBelow } from '../insert-blocks.ts';

export type InsertControls = ReturnType<typeof insertControls>;
export type ControlGroup = { label: string; controls: Control[] };

/** Names of each in Ghost, WordPress and Notion, and words that people type. */
export const aliases: Record<string, string> = {
  Text: 'paragraph plain p body',
  'Heading 1': 'h1 title header',
  'Heading 2': 'h2 header subtitle section',
  'Heading 3': 'h3 header subheading',
  'Heading 4': 'h4',
  'Heading 5': 'h5',
  'Heading 6': 'h6',
  'Ordered list': 'ol numbered numbers',
  'Bullet list': 'ul bulleted unordered todo task checklist',
  Blockquote: 'quote pullquote citation',
  'Code block': 'snippet pre preformatted',
  Table: 'grid',
  Image: 'photo picture img upload file',
  Video: 'embed youtube vimeo movie clip',
  'Horizontal rule': 'hr divider separator line break',
  Callout: 'note tip warning info hint alert box',
  'Collapsible section': 'toggle details accordion spoiler faq',
  Gallery: 'photos pictures images carousel',
  Button: 'cta call action',
  Bookmark: 'link card preview web',
  Footnote: 'note reference',
  'Table of contents': 'toc outline index',
};

/** Blocks that can be put into the text; `groups` is what `/` offers, the most used first. */
export function insertControls(open: (dialog: EditorDialog) => void) {
  const link: Control = {
    name: 'Link',
    icon: Link,
    shortcut: 'Mod+K',
    isActive: (editor) => editor.isActive('link'),
    run: () => open('link'),
  };
  const image: Control = { name: 'Image', icon: Image, run: () => open('images') };
  const video: Control = { name: 'Video', icon: SquarePlay, run: () => open('video') };
  const blocks: Control[] = [
    once('Callout', Info, undefined, (chain) => chain.toggleWrap('callout').command(addLineBelow)),
    onceIfPossible('Collapsible section', ChevronsUpDown, undefined, (chain) =>
      chain.command(insertCollapsible).command(addLineBelow),
    ),
    { name: 'Gallery', icon: GalleryHorizontal, run: () => open('gallery') },
    { name: 'Button', icon: MousePointerClick, run: () => open('button') },
    { name: 'Bookmark', icon: Bookmark, run: () => open('bookmark') },
    onceIfPossible('Footnote', Superscript, 'Mod+Alt+F', (chain) => chain.command(insertFootnote)),
    once('Table of contents', ListTree, undefined, (chain) => chain.command(setContents(true))),
  ];
  const [h1, h2, h3, ...smaller] = headings;
  const [ordered, bullets] = lists;
  const groups = [
    group('Most used', [image, h2, h3, bullets, ordered, quote]),
    group('Blocks', [video, table, rule, ...blocks]),
    group('Text', [paragraph, h1, ...smaller, codeBlock]),
  ];
  return { link, image, video, blocks, groups };
}

function group(label: string, controls: readonly (Control | undefined)[]): ControlGroup {
  return { label, controls: controls.filter((control) => control !== undefined) };
}
