import '../blocks.css';
import '../prose.css';
import './editor.css';
import type { Editor } from '@tiptap/core';
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  memo,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { readBody } from './body.ts';
import { createBodyEditor, keepSelectionFromReact } from './body-editor.ts';
import { bottomBarAttributes, topBarAttributes } from './caret-in-view.ts';
import { ContextTools } from './tools/context-tools.tsx';
import { type EditorDialog, EditorDialogs } from './tools/editor-dialogs.tsx';
import { headings, marks, quote } from './tools/controls.ts';
import { insertControls } from './tools/insert-controls.ts';
import { SelectionBubble } from './tools/selection-bubble.tsx';
import type { ImageLibrary, PendingImages, UploadImage } from './services.ts';
import { useSlashMenu } from './tools/slash-menu.tsx';
import { StatusBar } from './status-bar.tsx';
import { Toolbar } from './tools/toolbar.tsx';
import { addedTools, toolGroups } from './tools/tool-groups.tsx';
import { countPendingImages } from './uploads.ts';

/** The editor of a text, for the form around it. */
export type ContentHandle = {
  /** The text as HTML. What did not change since the last call is not written again. */
  html: () => string;
  /** Replaces what differs in the text, as one step that can be undone. */
  setHtml: (html: string) => void;
  /** HTML as the editor would write it, so that two texts differ only where one of them was edited. */
  rewrite: (html: string) => string;
  focus: () => void;
};

export type RichTextEditorProps = {
  ref?: Ref<ContentHandle>;
  label: string;
  /** Read once; later changes are ignored. */
  initialHtml: string;
  onChange: () => void;
  /** Called with the numbers of images that are not part of the text yet, each time that they change. */
  onImages: (images: PendingImages) => void;
  /** Where images go. Read once. */
  uploadImage: UploadImage;
  library: ImageLibrary;
};

function toolsOf(open: (dialog: EditorDialog) => void) {
  const inserts = insertControls(open);
  const bubbleControls = [...marks.slice(0, 2), inserts.link, ...headings.slice(1, 3), quote];
  return { inserts, groups: toolGroups(inserts), added: addedTools(inserts), bubbleControls };
}

/** A rich-text field: HTML in, HTML out. For the browser only. */
export const RichTextEditor = memo(function RichTextEditor(props: RichTextEditorProps) {
  const { library } = props;
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const { editor, notice } = useBodyEditor(props);
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  useKeyboardInset(frame);

  const { inserts, groups, added, bubbleControls } = useMemo(() => toolsOf(setDialog), []);
  const slash = useSlashMenu(editor, inserts.groups);

  function onKeyDown(event: KeyboardEvent) {
    const action = shortcutOf(event, editor);
    if (action === null) return;
    if (action === 'toolbar')
      frame.current?.querySelector<HTMLElement>('[aria-label="Formatting"] [tabindex="0"]')?.focus();
    else setDialog(action);
    event.preventDefault();
    event.stopPropagation();
  }

  const bar = <Toolbar editor={editor} groups={groups} added={added} isNarrow={isNarrow} />;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts of the text and the toolbar are heard on their way down; the frame itself takes no key */}
      <div
        ref={frame}
        data-editor-frame
        onKeyDownCapture={(event) => {
          slash.onKeyDownCapture(event);
          if (!event.isPropagationStopped()) onKeyDown(event);
        }}
        className="min-w-0 rounded-md border border-line bg-surface"
      >
        <div
          {...topBarAttributes}
          className="sticky top-[var(--sticky-top,0px)] z-10 rounded-t-md border-b border-line bg-surface"
        >
          {!isNarrow && bar}
        </div>
        <div className="relative">
          <MountedEditor editor={editor} />
          <ContextTools editor={editor} onEdit={setDialog} />
          {slash.menu}
          <SelectionBubble editor={editor} controls={bubbleControls} isNarrow={isNarrow} />
        </div>
        <div
          {...bottomBarAttributes}
          className="sticky bottom-[var(--keyboard-inset,0px)] z-10 rounded-b-md border-t border-line bg-surface"
        >
          <StatusBar editor={editor} notice={notice} />
          {isNarrow && bar}
        </div>
      </div>
      <EditorDialogs dialog={dialog} editor={editor} library={library} onClose={() => setDialog(null)} />
    </>
  );
});

function MountedEditor({ editor }: { editor: Editor }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) editor.mount(place.current);
    keepSelectionFromReact(editor.view.dom);
    return () => editor.unmount();
  }, [editor]);
  return <div ref={place} />;
}

/** Creates the editor, calls back for its changes and gives the form its handle. */
function useBodyEditor({ ref, label, initialHtml, uploadImage, onChange, onImages }: RichTextEditorProps) {
  const [editor] = useState(() => createBodyEditor(label, initialHtml, uploadImage));
  const [notice, setNotice] = useState('');

  useImperativeHandle(
    ref,
    () => ({
      html: () => editor.storage.body.write(editor.state.doc),
      setHtml: (html) => void editor.commands.setBody(html),
      rewrite: (html) => editor.storage.body.write(readBody(editor.schema, html)),
      focus: () => {
        editor.commands.setTextSelection(0);
        // At once: the library's own command waits for a frame, and the next key may be sooner.
        editor.view.focus();
      },
    }),
    [editor],
  );

  const pending = useRef<PendingImages>({ underWay: 0, failed: 0 });
  useEffect(() => {
    const noteImages = () => {
      const now = countPendingImages(editor);
      const { underWay, failed } = pending.current;
      if (now.underWay === underWay && now.failed === failed) return;
      pending.current = now;
      onImages(now);
    };
    const noteChange = () => {
      onChange();
      noteImages();
    };
    const showNotice = ({ message }: { message: string }) => setNotice(message);
    editor.on('update', noteChange);
    editor.on('uploads', noteImages);
    editor.on('notice', showNotice);
    return () => {
      editor.off('update', noteChange);
      editor.off('uploads', noteImages);
      editor.off('notice', showNotice);
    };
  }, [editor, onChange, onImages]);

  return { editor, notice };
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
function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => {
      // Enlarged by two fingers, the page shows less as well.
      const isEnlarged = viewport.scale > 1.01;
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      const inset = isEnlarged ? 0 : Math.max(0, Math.round(covered));
      element.current?.style.setProperty('--keyboard-inset', `${inset}px`);
    };
    update();
    viewport.addEventListener('resize', update);
    viewport.addEventListener('scroll', update);
    return () => {
      viewport.removeEventListener('resize', update);
      viewport.removeEventListener('scroll', update);
    };
  }, [element]);
}

const narrow = () => matchMedia('(width < 40rem)');

/** True if the window is as narrow as a phone. */
function useNarrow(): boolean {
  return useSyncExternalStore(follow, () => narrow().matches);
}

function follow(note: () => void): () => void {
  const media = narrow();
  media.addEventListener('change', note);
  return () => media.removeEventListener('change', note);
}
