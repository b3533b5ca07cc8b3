import { Editor } from '@tiptap/core';
import {
  memo,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { createPortal } from 'react-dom';

import { blockControls } from './blocks/block-controls.ts';
import { BookmarkDialog, ButtonDialog } from './blocks/block-dialogs.tsx';
import { readBody } from './body.ts';
import type {
  BodyRules,
  FindImages,
  FindLinkTargets,
  LibraryImage,
  PendingImages,
  UploadImage,
} from './body-rules.ts';
import { keepsClear } from '#app/ui/use-toast-place.ts';
import { bottomBarAttributes, topBarAttributes } from './caret-in-view.ts';
import { cleanPaste } from './clean-paste.ts';
import { codeBlock, headings, lists, paragraph, quote, rule, table, type Control } from './controls.ts';
import { bodyExtensions } from './extensions.ts';
import { FindBar } from './find-bar.tsx';
import { keepFocusIn } from './focus-trap.ts';
import { LinkDialog } from './link-dialog.tsx';
import { ImageDialog } from './image-dialog.tsx';
import { ImagePickerDialog } from './image-picker-dialog.tsx';
import { insertBlocks } from './insert-blocks.ts';
import { imageControl, videoControl } from './insert-controls.ts';
import { keepSelectionFromReact } from './react-selection.ts';
import { SelectionBubble } from './selection-bubble.tsx';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { useNarrow } from './use-narrow.ts';
import { useSlashMenu } from './slash-menu.tsx';
import { StatusBar } from './status-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { countPendingImages, placeForData, type ImageNews } from './uploads.ts';
import { VideoDialog } from './video-dialog.tsx';
import '../blocks.css';
import '../prose.css';
import './editor.css';

export type RichTextEditorHandle = {
  /** The text as HTML. What did not change since the last call is not written again. */
  getHtml: () => string;
  /** Puts another text in the place of this one, as one step that can be undone. */
  setHtml: (html: string) => void;
  /** HTML as `getHtml` would write it. */
  rewrite: (html: string) => string;
  /** At the start of the text. */
  focus: () => void;
};

export type RichTextEditorProps = {
  ref?: Ref<RichTextEditorHandle>;
  /** Its visible label and accessible name. */
  label: string;
  /** Read once; later changes are ignored. */
  initialHtml: string;
  /** Told of every change of the text, not of what it is now. */
  onChange: () => void;
  /** Told of what is not part of the text yet, each time that it is something else. */
  onImages: (images: PendingImages) => void;
  /** What the text may hold. Read once. */
  rules: BodyRules;
  /** Where images go. Without it none can be added. Read once. */
  uploadImage?: UploadImage | undefined;
  /** Told of the place above the toolbar for what the screen shows in full screen; null outside of it. */
  onFullScreenBar?: ((bar: HTMLElement | null) => void) | undefined;
  /** The library of images. Read once. */
  findImages?: FindImages | undefined;
  /** Posts that a link can lead to. Read once. */
  findTargets?: FindLinkTargets | undefined;
};

type Question = 'link' | 'video' | 'image' | 'button' | 'bookmark' | 'images' | 'gallery';

/** A rich-text field: HTML in, HTML out. For the browser only. */
export const RichTextEditor = memo(function RichTextEditor({
  ref,
  label,
  initialHtml,
  onChange,
  onImages,
  rules,
  uploadImage,
  onFullScreenBar,
  findImages,
  findTargets,
}: RichTextEditorProps) {
  const labelId = useId();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const [isFullScreen, setIsFullScreen] = useState(false);
  const [notice, setNotice] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  useKeyboardInset(frame);
  const toolbar = useRef<HTMLDivElement>(null);
  const created = useRef<Editor>(null);
  const told = useRef({ onChange, onImages });
  useEffect(() => {
    told.current = { onChange, onImages };
  }, [onChange, onImages]);

  const toldImages = useRef<PendingImages>({ underWay: 0, failed: 0 });
  const [news] = useState((): ImageNews => ({
    tell: setNotice,
    note: () => {
      if (!created.current) return;
      const now = countPendingImages(created.current);
      const { underWay, failed } = toldImages.current;
      if (now.underWay === underWay && now.failed === failed) return;
      toldImages.current = now;
      told.current.onImages(now);
    },
  }));

  const [editor] = useState(
    () =>
      new Editor({
        element: null,
        extensions: bodyExtensions(rules, { upload: uploadImage, ...news }),
        onBeforeCreate: ({ editor: made }) => {
          made.options.content = readBody(made.schema, initialHtml).toJSON();
        },
        // Its styles are in editor.css: the page's policy lets no script write a style sheet.
        injectCSS: false,
        // A lone star in a pasted text is a star: Markdown is read as a whole, or not at all.
        enablePasteRules: ['link'],
        editorProps: {
          attributes: {
            role: 'textbox',
            'aria-label': label,
            'aria-multiline': 'true',
            dir: 'auto',
            class: 'rich-text',
          },
          transformPastedHTML: (html) => {
            let removed = 0;
            const cleaned = cleanPaste(html, rules, (image) => {
              const address = image.getAttribute('src') ?? '';
              const place =
                uploadImage && created.current && placeForData(created.current, address, uploadImage, news);
              if (!place) removed += 1;
              return place ?? null;
            });
            if (removed > 0) setNotice(removedImagesMessage(removed));
            return cleaned;
          },
        },
        onCreate: ({ editor: made }) => {
          created.current = made;
          keepSelectionFromReact(made.view.dom);
        },
        onUpdate: () => {
          told.current.onChange();
          news.note();
        },
      }),
  );
  const mount = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (mount.current) editor.mount(mount.current);
    return () => editor.unmount();
  }, [editor]);

  useImperativeHandle(
    ref,
    () => ({
      getHtml: () => editor.storage.body.write(editor.state.doc),
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

  useEffect(() => {
    if (!isFullScreen || !frame.current) return;
    return keepFocusIn(frame.current, () => editor.commands.focus());
  }, [isFullScreen, editor]);

  const chooseImages = useCallback(() => setQuestion('images'), []);
  const chooseGallery = useCallback(() => setQuestion('gallery'), []);
  const blocks = useMemo(
    () =>
      blockControls({
        askButton: () => setQuestion('button'),
        askBookmark: () => setQuestion('bookmark'),
        chooseGallery: uploadImage && chooseGallery,
      }),
    [uploadImage, chooseGallery],
  );
  const inserts = useMemo(
    (): Control[] => [
      paragraph,
      ...headings,
      ...lists,
      quote,
      codeBlock,
      table,
      ...(uploadImage ? [imageControl(chooseImages)] : []),
      videoControl(() => setQuestion('video')),
      rule,
      ...blocks,
    ],
    [uploadImage, chooseImages, blocks],
  );
  const slash = useSlashMenu(editor, inserts);

  const ask = useCallback((next: Question) => () => setQuestion(next), []);
  const closeQuestion = useCallback(() => setQuestion(null), []);
  const toggleFullScreen = () => {
    setIsFullScreen(!isFullScreen);
    requestAnimationFrame(() => editor.view.focus());
  };

  function onKeyDown(event: KeyboardEvent) {
    const isInText = event.target instanceof Node && editor.view.dom.contains(event.target);
    const mod = event.metaKey || event.ctrlKey;
    const keyName = event.key.toLowerCase();
    if (mod && !event.altKey && keyName === 'k' && isInText) setQuestion('link');
    else if (mod && event.shiftKey && keyName === 'f') toggleFullScreen();
    else if (mod && !event.altKey && keyName === 'f' && isInText) setIsFinding(true);
    else if (event.altKey && event.key === 'F10')
      toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    else if (event.key === 'Enter' && isInText && isImageSelected(editor)) setQuestion('image');
    else if (event.key === 'Escape' && isInText && isFullScreen) toggleFullScreen();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const tools = (
    <Toolbar
      ref={toolbar}
      editor={editor}
      rules={rules}
      isFinding={isFinding}
      isFullScreen={isFullScreen}
      isNarrow={isNarrow}
      blocks={blocks}
      actions={{
        askLink: ask('link'),
        askVideo: ask('video'),
        chooseImages: uploadImage && chooseImages,
        toggleFind: () => setIsFinding(!isFinding),
        toggleFullScreen,
      }}
    />
  );

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <span id={labelId} className="font-medium text-ink">
        {label}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts of the text and the toolbar are heard on their way down; the frame itself takes no key */}
      <div
        ref={frame}
        data-editor-frame={isFullScreen ? 'full-screen' : 'page'}
        onKeyDownCapture={(event) => {
          slash.onKeyDownCapture(event);
          if (!event.isPropagationStopped()) onKeyDown(event);
        }}
        className={
          isFullScreen
            ? 'fixed inset-0 z-40 flex flex-col overflow-y-auto bg-surface'
            : 'rounded-md border border-line-strong bg-surface focus-within:border-signal focus-within:outline-1 focus-within:outline-signal'
        }
      >
        <div
          {...topBarAttributes}
          className={`sticky z-10 rounded-t-md border-b border-line bg-surface ${isFullScreen ? 'top-0' : 'top-[var(--sticky-top,0px)]'}`}
        >
          {isFullScreen && (
            <div ref={onFullScreenBar} className="border-b border-line px-3 py-1.5 empty:hidden" />
          )}
          {!isNarrow && tools}
          {isFinding && (
            <FindBar
              editor={editor}
              onClose={() => {
                setIsFinding(false);
                editor.commands.focus();
              }}
            />
          )}
        </div>
        <div className={`relative ${isFullScreen ? 'mx-auto w-full max-w-[52rem] flex-1' : ''}`}>
          <div ref={mount} />
          {slash.menu}
          {isNarrow && <SelectionBubble editor={editor} onLink={ask('link')} />}
        </div>
        <div
          {...bottomBarAttributes}
          {...keepsClear}
          className="sticky bottom-[var(--keyboard-inset,0px)] z-10 rounded-b-md border-t border-line bg-surface"
        >
          <StatusBar editor={editor} rules={rules} notice={notice} onEdit={setQuestion} />
          {isNarrow && tools}
        </div>
      </div>
      {/* Outside of the form around the editor: a browser lets no form within a form tell that it was sent. */}
      {createPortal(
        <>
          {question === 'link' && (
            <LinkDialog
              editor={editor}
              isSafeLink={rules.isSafeLink}
              findTargets={findTargets}
              onClose={closeQuestion}
            />
          )}
          {question === 'video' && <VideoDialog editor={editor} rules={rules} onClose={closeQuestion} />}
          {question === 'button' && (
            <ButtonDialog
              editor={editor}
              isSafeLink={rules.isSafeLink}
              findTargets={findTargets}
              onClose={closeQuestion}
            />
          )}
          {question === 'bookmark' && (
            <BookmarkDialog
              editor={editor}
              isSafeLink={rules.isSafeLink}
              findTargets={findTargets}
              onClose={closeQuestion}
            />
          )}
          {(question === 'images' || question === 'gallery') && (
            <ImagePickerDialog
              title={question === 'gallery' ? 'Insert gallery' : 'Insert images'}
              isMultiple
              findImages={findImages}
              findTargets={findTargets}
              onFiles={(files) => editor.commands.addImages(files, { inGallery: question === 'gallery' })}
              onImages={(images) => insertImages(editor, images, question === 'gallery')}
              onClose={closeQuestion}
              returnFocus={() => editor.view.focus()}
            />
          )}
          {question === 'image' && <ImageDialog editor={editor} rules={rules} onClose={closeQuestion} />}
        </>,
        document.body,
      )}
    </div>
  );
});

/** Images of the library, with what was said about them there. */
function insertImages(editor: Editor, images: readonly LibraryImage[], inGallery: boolean): boolean {
  const { image, gallery } = editor.schema.nodes;
  if (!image) return false;
  const nodes = images.map(({ src, alt, width, height }) =>
    image.create({ src, alt, width: String(width), height: String(height) }),
  );
  const blocks = inGallery && gallery ? [gallery.create(null, nodes)] : nodes;
  return editor.commands.command(({ tr }) => insertBlocks(tr, blocks));
}

function isImageSelected(editor: Editor): boolean {
  const { selection } = editor.state;
  return 'node' in selection && editor.isActive('image');
}

function removedImagesMessage(count: number): string {
  return count === 1
    ? 'An image on another site was left out. Save it and add it here.'
    : `${count} images on other sites were left out. Save them and add them here.`;
}
