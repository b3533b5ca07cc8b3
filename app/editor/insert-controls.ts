import {
  Bookmark, ChevronsUpDown, GalleryHorizontal, Image, Info, Link, ListTree, MousePointerClick, SquarePlay, Superscript,
} from 'lucide-react'; // prettier-ignore

import { codeBlock, headings, lists, paragraph, quote, rule, table, type Control } from './controls.ts';
import type { EditorDialog } from './editor-dialogs.tsx';
import { addLineBelow } from './insert-blocks.ts';

export type InsertControls = {
  link: Control;
  image: Control;
  video: Control;
  blocks: Control[];
  all: Control[];
};

/**
 * What can be put into the text.
 * @param canUpload whether images can be stored
 */
export function insertControls(open: (dialog: EditorDialog) => void, canUpload: boolean): InsertControls {
  const link: Control = {
    name: 'Link',
    icon: Link,
    shortcut: 'Mod+K',
    isActive: (editor) => editor.isActive('link'),
    run: () => open('link'),
  };
  const image: Control = { name: 'Image', icon: Image, canRun: () => canUpload, run: () => open('images') };
  const video: Control = { name: 'Video', icon: SquarePlay, run: () => open('video') };
  const blocks: Control[] = [
    {
      name: 'Callout',
      icon: Info,
      run: (editor) => editor.chain().focus().toggleCallout().command(addLineBelow).run(),
    },
    {
      name: 'Collapsible section',
      icon: ChevronsUpDown,
      canRun: (editor) => editor.can().insertCollapsible(),
      run: (editor) => editor.chain().focus().insertCollapsible().command(addLineBelow).run(),
    },
    { name: 'Gallery', icon: GalleryHorizontal, canRun: () => canUpload, run: () => open('gallery') },
    { name: 'Button', icon: MousePointerClick, run: () => open('button') },
    { name: 'Bookmark', icon: Bookmark, run: () => open('bookmark') },
    {
      name: 'Footnote',
      icon: Superscript,
      shortcut: 'Mod+Alt+F',
      canRun: (editor) => editor.can().insertFootnote(),
      run: (editor) => {
        editor.chain().insertFootnote().run();
        editor.view.focus();
      },
    },
    {
      name: 'Table of contents',
      icon: ListTree,
      run: (editor) => editor.chain().focus().setContents(true).run(),
    },
  ];
  const all = [paragraph, ...headings, ...lists, quote, codeBlock, table, image, video, rule, ...blocks];
  return { link, image, video, blocks, all };
}
