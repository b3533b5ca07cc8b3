import type { Editor } from '@tiptap/core';
import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether the editor fills the window. While it does, the focus does not move to what it covers; dialogs, menus and
 * messages lie above it and stay in reach.
 */
export function useFullScreen(frame: RefObject<HTMLElement | null>, editor: Editor) {
  const [isFullScreen, setIsFullScreen] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (!isFullScreen || !element) return;
    const { style } = document.documentElement;
    const { overflow } = style;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || element.contains(target)) return;
      if (!target.closest('dialog, [popover], [aria-live]')) editor.commands.focus();
    };
    document.addEventListener('focusin', onFocus);
    style.overflow = 'hidden';
    return () => {
      document.removeEventListener('focusin', onFocus);
      style.overflow = overflow;
    };
  }, [isFullScreen, frame, editor]);

  return {
    isFullScreen,
    toggleFullScreen: () => {
      setIsFullScreen(!isFullScreen);
      requestAnimationFrame(() => editor.view.focus());
    },
  };
}
