import {
  Bookmark, ChevronsUpDown, GalleryHorizontal, Info, ListTree, MousePointerClick, Superscript,
} from 'lucide-react'; // prettier-ignore

import type { Control } from '../controls.ts';

/** Opens what a block asks for before it is inserted. */
export type BlockActions = {
  askButton: () => void;
  askBookmark: () => void;
  /** Absent where images cannot be stored. */
  chooseGallery: (() => void) | undefined;
};

/** The blocks beside those of the toolbar, for the menus. */
export function blockControls({ askButton, askBookmark, chooseGallery }: BlockActions): Control[] {
  return [
    {
      name: 'Callout',
      icon: Info,
      isActive: (editor) => editor.isActive('callout'),
      run: (editor) => editor.chain().focus().toggleCallout().run(),
    },
    {
      name: 'Collapsible section',
      icon: ChevronsUpDown,
      canRun: (editor) => editor.can().insertCollapsible(),
      run: (editor) => editor.chain().focus().insertCollapsible().run(),
    },
    ...(chooseGallery ? [{ name: 'Gallery', icon: GalleryHorizontal, run: chooseGallery }] : []),
    { name: 'Button', icon: MousePointerClick, run: askButton },
    { name: 'Bookmark', icon: Bookmark, run: askBookmark },
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
}
