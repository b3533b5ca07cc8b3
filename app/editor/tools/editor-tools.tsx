import type { Editor } from '@tiptap/core';
import { type ReactNode, memo, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

import { useLatest } from '#app/ui/use-latest.ts';
import type { ImageLibrary } from '../services.ts';
import { StatusBar } from '../status-bar.tsx';
import { ContextTools } from './context-tools.tsx';
import { bindControlKeys, headings, marks, quote } from './controls.ts';
import { type EditorDialog, EditorDialogs } from './editor-dialogs.tsx';
import { insertControls } from './insert-controls.ts';
import { SelectionBubble } from './selection-bubble.tsx';
import { useSlashMenu } from './slash-menu.tsx';
import { addedTools, toolGroups } from './tool-groups.tsx';
import { Toolbar } from './toolbar.tsx';

type Props = {
  editor: Editor;
  library: ImageLibrary;
};

function toolsOf(open: (dialog: EditorDialog) => void) {
  const inserts = insertControls(open);
  const bubbleControls = [...marks.slice(0, 2), inserts.link, ...headings.slice(1, 3), quote];
  return { inserts, groups: toolGroups(inserts), added: addedTools(inserts), bubbleControls };
}

/** The bars, menus and dialogs around a text that is being edited already. The bars of its frame are elements of the form. */
export const EditorTools = memo(function EditorTools({ editor, library }: Props) {
  const [frame] = useState(() => frameOf(editor));
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const notice = useNotice(editor);
  const isNarrow = useNarrow();
  useKeyboardInset(frame);
  useEffect(() => bindControlKeys(editor), [editor]);

  const { inserts, groups, added, bubbleControls } = useMemo(() => toolsOf(setDialog), []);
  const slash = useSlashMenu(editor, inserts.groups);

  useFrameKeys(frame, (event) => {
    slash.onKey(event);
    const action = event.defaultPrevented ? null : shortcutOf(event, editor);
    if (action === null) return;
    if (action === 'toolbar')
      frame?.querySelector<HTMLElement>('[aria-label="Formatting"] [tabindex="0"]')?.focus();
    else setDialog(action);
    event.preventDefault();
    event.stopPropagation();
  });

  const bar = <Toolbar editor={editor} groups={groups} added={added} isNarrow={isNarrow} />;
  return (
    <>
      <InBar frame={frame} end="top">
        {!isNarrow && bar}
      </InBar>
      <ContextTools editor={editor} onEdit={setDialog} />
      {slash.menu}
      <SelectionBubble editor={editor} controls={bubbleControls} isNarrow={isNarrow} />
      <InBar frame={frame} end="bottom">
        <StatusBar editor={editor} notice={notice} />
        {isNarrow && bar}
      </InBar>
      <EditorDialogs dialog={dialog} editor={editor} library={library} onClose={() => setDialog(null)} />
    </>
  );
});

function frameOf({ view }: Editor): HTMLElement | null {
  return view.dom.closest<HTMLElement>('[data-editor-frame]');
}

function InBar({
  frame,
  end,
  children,
}: {
  frame: Element | null;
  end: 'top' | 'bottom';
  children: ReactNode;
}) {
  const bar = frame?.querySelector(`[data-editor-bar="${end}"]`);
  return bar && createPortal(children, bar);
}

function useNotice(editor: Editor): string {
  const [notice, setNotice] = useState('');
  useEffect(() => {
    const show = ({ message }: { message: string }) => setNotice(message);
    editor.on('notice', show);
    return () => void editor.off('notice', show);
  }, [editor]);
  return notice;
}

/** Keys of the text and the bars are heard on their way down. */
function useFrameKeys(frame: HTMLElement | null, onKey: (event: KeyboardEvent) => void): void {
  const latest = useLatest(onKey);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => latest.current(event);
    frame?.addEventListener('keydown', listener, { capture: true });
    return () => frame?.removeEventListener('keydown', listener, { capture: true });
  }, [frame, latest]);
}

type ShortcutAction = 'link' | 'toolbar';

/** The command of a key that is not the text's own. */
function shortcutOf(event: KeyboardEvent, editor: Editor): ShortcutAction | null {
  const isInText = event.target instanceof Node && editor.view.dom.contains(event.target);
  const mod = event.metaKey || event.ctrlKey;
  if (mod && !event.altKey && event.key.toLowerCase() === 'k' && isInText) return 'link';
  return event.altKey && event.key === 'F10' ? 'toolbar' : null;
}

/** Tells an element how many pixels of the window an on-screen keyboard covers, as `--keyboard-inset`. */
function useKeyboardInset(element: HTMLElement | null): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => {
      // Enlarged by two fingers, the page shows less as well.
      const isEnlarged = viewport.scale > 1.01;
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      const inset = isEnlarged ? 0 : Math.max(0, Math.round(covered));
      element?.style.setProperty('--keyboard-inset', `${inset}px`);
    };
    update();
    const listening = new AbortController();
    for (const type of ['resize', 'scroll'])
      viewport.addEventListener(type, update, { signal: listening.signal });
    return () => listening.abort();
  }, [element]);
}

const narrow = () => matchMedia('(width < 40rem)');

function useNarrow(): boolean {
  return useSyncExternalStore(follow, () => narrow().matches);
}

function follow(note: () => void): () => void {
  const media = narrow();
  media.addEventListener('change', note);
  return () => media.removeEventListener('change', note);
}
