import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentType,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';

import type {
  BodyRules,
  FindImages,
  FindLinkTargets,
  PendingImages,
  UploadImage,
} from '#app/editor/body-rules.ts';
import type { RichTextEditorHandle, RichTextEditorProps } from '#app/editor/rich-text-editor.tsx';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ContentHandle } from '../state/use-text.ts';

type Loaded = { RichTextEditor: ComponentType<RichTextEditorProps>; bodyRules: BodyRules };

/**
 * The body of a post. The editor is large and lives in the browser only, so it is fetched beside the form; until it is
 * there the body is what was loaded, and a fetch that fails can be tried again without losing the rest of the form.
 */
export function ContentEditor({
  ref,
  initialHtml,
  onChange,
  onImages,
  uploadImage,
  findImages,
  findTargets,
}: {
  ref: Ref<ContentHandle>;
  initialHtml: string;
  onChange: () => void;
  /** Told of images that are not part of the body yet, after the change that made them so. */
  onImages: (images: PendingImages) => void;
  uploadImage?: UploadImage;
  findImages?: FindImages;
  findTargets?: FindLinkTargets;
}) {
  const editor = useRef<RichTextEditorHandle>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  // What is put here before the editor has arrived is what it begins with.
  const [firstHtml, setFirstHtml] = useState(initialHtml);
  const [hasFailed, setHasFailed] = useState(false);
  const isTouched = useRef(false);

  // A body that nobody touched is sent back letter by letter, not as the editor would write it.
  useImperativeHandle(
    ref,
    () => ({
      html: () => (isTouched.current ? editor.current?.getHtml() : undefined) ?? firstHtml,
      setHtml: (html) => {
        if (editor.current) editor.current.setHtml(html);
        else setFirstHtml(html);
      },
      focus: () => editor.current?.focus(),
    }),
    [firstHtml],
  );

  // Another text may take the place of this one while images are on their way to it.
  const told = useRef({ onChange, onImages });
  useEffect(() => {
    told.current = { onChange, onImages };
  });
  useEffect(() => () => told.current.onImages({ underWay: 0, failed: 0 }), []);

  // Both stay what they are, so that the editor is not drawn anew whenever the form is.
  const isWaiting = useRef(false);
  const noteChange = useCallback(() => {
    isTouched.current = true;
    if (isWaiting.current) return;
    isWaiting.current = true;
    // The letter is painted first, then the form around it takes note.
    afterPaint(() => {
      if (!isWaiting.current) return;
      isWaiting.current = false;
      told.current.onChange();
    });
  }, []);
  // A page that is left before the next paint still has to store the last change: the form hears of it first, in the
  // capture phase, and the journal writes it down in the same event.
  useEffect(() => {
    const noteAtOnce = () => {
      if (!isWaiting.current) return;
      isWaiting.current = false;
      flushSync(() => told.current.onChange());
    };
    window.addEventListener('beforeunload', noteAtOnce, { capture: true });
    window.addEventListener('pagehide', noteAtOnce, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', noteAtOnce, { capture: true });
      window.removeEventListener('pagehide', noteAtOnce, { capture: true });
    };
  }, []);
  const noteImages = useCallback(
    (images: PendingImages) => afterPaint(() => told.current.onImages(images)),
    [],
  );

  async function tryAgain() {
    const parts = await loadEditor();
    if (parts) setLoaded(parts);
  }

  useEffect(() => {
    async function start() {
      const parts = await loadEditor();
      if (parts) setLoaded(parts);
      else setHasFailed(true);
    }
    void start();
  }, []);

  if (loaded) {
    return (
      <loaded.RichTextEditor
        ref={editor}
        label="Content"
        initialHtml={firstHtml}
        onChange={noteChange}
        onImages={noteImages}
        rules={loaded.bodyRules}
        uploadImage={uploadImage}
        findImages={findImages}
        findTargets={findTargets}
      />
    );
  }

  return (
    <div className="grid gap-1">
      <p className="font-medium">Content</p>
      <div className="grid min-h-[400px] place-items-center rounded-md border border-line-strong bg-surface p-4 text-ink-soft">
        {hasFailed ? (
          <Notice>
            <p>The editor could not be loaded.</p>
            <Button className="mt-2" onClick={() => void tryAgain()}>
              Try again
            </Button>
          </Notice>
        ) : (
          <output>Loading...</output>
        )}
      </div>
    </div>
  );
}

/** A page that is not shown paints nothing, and must take note all the same. */
function afterPaint(note: () => void) {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(note));
  else note();
}

async function loadEditor(): Promise<Loaded | null> {
  try {
    const [{ RichTextEditor }, { bodyRules }] = await Promise.all([
      import('#app/editor/rich-text-editor.tsx'),
      import('./post-body-rules.ts'),
    ]);
    return { RichTextEditor, bodyRules };
  } catch {
    return null;
  }
}
