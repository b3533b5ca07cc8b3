import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentType,
  type Ref,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';

import type { ContentHandle, RichTextEditorProps } from '#app/editor/rich-text-editor.tsx';
import type { PendingImages } from '#app/editor/services.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import { libraries } from '#app/routes/admin/images/find-choices.ts';
import { uploadBodyImage } from '#app/routes/admin/images/upload-image.ts';

type Loaded = { RichTextEditor: ComponentType<RichTextEditorProps> };

type Props = {
  ref: Ref<ContentHandle>;
  initialHtml: string;
  /**
   * True if `onChange` comes at once, for a form that keeps the text itself, and not after the character is painted.
   */
  isToldAtOnce?: boolean;
  onChange: () => void;
  /** Called after the number of images changed that are not part of the body yet. */
  onImages: (images: PendingImages) => void;
};

/**
 * The body of a post. The editor is large and runs only in the browser, so its script is loaded after the form. Until
 * then the body is the stored one. If loading fails it can be tried again, and the rest of the form stays.
 */
export function ContentEditor({ ref, initialHtml, isToldAtOnce = false, onChange, onImages }: Props) {
  const editor = useRef<ContentHandle>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  // A body set before the editor is loaded is the one it starts with.
  const [firstHtml, setFirstHtml] = useState(initialHtml);
  const [hasFailed, setHasFailed] = useState(false);

  // Another text may replace this one during uploads to it.
  const latest = useLatest({ onChange, onImages });
  useEffect(() => () => latest.current.onImages({ underWay: 0, failed: 0 }), [latest]);

  const { noteChange, isTouched, isWaiting } = useToldChanges(latest, isToldAtOnce);
  // An unchanged body is sent back as it was stored, not as the editor would write it.
  useImperativeHandle(
    ref,
    () => ({
      html: () => (isTouched.current ? editor.current?.html() : undefined) ?? firstHtml,
      setHtml: (html) => {
        isWaiting.current = true;
        if (editor.current) editor.current.setHtml(html);
        else setFirstHtml(html);
        isWaiting.current = false;
        latest.current.onChange();
      },
      rewrite: (html) => editor.current?.rewrite(html) ?? html,
      focus: () => editor.current?.focus(),
    }),
    // oxlint-disable-next-line react/preserve-manual-memoization -- the ref never changes
    [firstHtml, latest, isTouched, isWaiting],
  );

  const noteImages = useCallback(
    (images: PendingImages) => afterPaint(() => latest.current.onImages(images)),
    // oxlint-disable-next-line react/preserve-manual-memoization -- the ref never changes
    [latest],
  );

  const take = useCallback((parts: Loaded | null) => {
    if (parts) setLoaded(parts);
    else setHasFailed(true);
  }, []);
  useEffect(() => void loadEditor().then(take), [take]);

  if (loaded) {
    return (
      <loaded.RichTextEditor
        ref={editor}
        label="Content"
        initialHtml={firstHtml}
        onChange={noteChange}
        onImages={noteImages}
        uploadImage={uploadBodyImage}
        library={libraries.content}
      />
    );
  }

  return (
    <div className="grid min-h-[476px] place-items-center rounded-md border border-line bg-surface p-4 text-ink-soft">
      {hasFailed ? (
        <Notice>
          <p>The editor could not be loaded.</p>
          <Button className="mt-2" onClick={() => void loadEditor().then(take)}>
            Try again
          </Button>
        </Notice>
      ) : (
        <output>Loading...</output>
      )}
    </div>
  );
}

/** Tells the form of changes: at once, or after the character is painted. */
function useToldChanges(latest: Readonly<RefObject<Pick<Props, 'onChange'>>>, isToldAtOnce: boolean) {
  const isTouched = useRef(false);
  const isWaiting = useRef(false);
  // The callbacks stay the same, so that the editor is not rendered with each render of the form.
  const noteChange = useCallback(() => {
    isTouched.current = true;
    if (isWaiting.current) return;
    if (isToldAtOnce) {
      latest.current.onChange();
      return;
    }
    isWaiting.current = true;
    // The typed character is painted first, then the form is rendered.
    afterPaint(() => {
      if (!isWaiting.current) return;
      isWaiting.current = false;
      latest.current.onChange();
    });
    // oxlint-disable-next-line react/preserve-manual-memoization -- the ref never changes
  }, [latest, isToldAtOnce]);
  // A page that is left before the next paint still has to store the last change: the form gets it first, in the
  // capture phase, and the journal stores it in the same event. So does the save by a shortcut.
  useEffect(() => {
    const changeNow = () => {
      if (!isWaiting.current && !(isToldAtOnce && isTouched.current)) return;
      isWaiting.current = false;
      flushSync(() => latest.current.onChange());
    };
    const stop = new AbortController();
    for (const event of ['beforeunload', 'pagehide', 'visibilitychange'])
      window.addEventListener(event, changeNow, { capture: true, signal: stop.signal });
    const onKey = ({ ctrlKey, metaKey }: KeyboardEvent) => {
      if (isWaiting.current && (ctrlKey || metaKey)) changeNow();
    };
    window.addEventListener('keydown', onKey, { capture: true, signal: stop.signal });
    return () => stop.abort();
    // oxlint-disable-next-line react/preserve-manual-memoization -- the ref never changes
  }, [latest, isToldAtOnce]);

  return { noteChange, isTouched, isWaiting };
}

/** Runs after the next paint; at once in a hidden page, which does not paint. */
function afterPaint(run: () => void) {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(run));
  else run();
}

/** For the module of a route: in the browser its script begins to load before the form is hydrated. */
export function preloadEditor(): void {
  void loadEditor();
}

async function loadEditor(): Promise<Loaded | null> {
  // So that it is in the build for browsers alone.
  if (import.meta.env.SSR) return null;
  try {
    return await import('#app/editor/rich-text-editor.tsx');
  } catch {
    return null;
  }
}
