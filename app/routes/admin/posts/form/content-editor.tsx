import {
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react';
import { flushSync, preinitModule } from 'react-dom';

import type { BodyEditor, ContentHandle } from '#app/editor/body-editor.ts';
import type { PendingImages } from '#app/editor/services.ts';
import type { EditorTools } from '#app/editor/tools/editor-tools.tsx';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import { libraries } from '#app/routes/admin/images/find-choices.ts';
import { uploadBodyImage } from '#app/routes/admin/images/upload-image.ts';
import { editorScripts } from './editor-scripts.ts';
import '#app/blocks.css';
import '#app/prose.css';
import '#app/editor/editor.css';

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
 * The body of a post. The editor is large and runs only in the browser, so its script is loaded beside the form: first
 * that of the text, then that of the tools around it. Until then the body is the stored one. If loading fails it can be
 * tried again, and the rest of the form stays.
 */
export function ContentEditor({ ref, initialHtml, isToldAtOnce = false, onChange, onImages }: Props) {
  // An empty text can be typed into before the form around it is hydrated.
  if (initialHtml === '') for (const script of editorScripts) preinitModule(script, { as: 'script' });
  const frame = useRef<HTMLDivElement>(null);
  // A body set before the editor has begun is the one it begins with.
  const firstHtml = useRef(initialHtml);
  const { body, tools, hasFailed, load } = useEditor(frame, firstHtml);

  // Another text may replace this one during uploads to it.
  const latest = useLatest({ onChange, onImages });
  useEffect(() => () => latest.current.onImages({ underWay: 0, failed: 0 }), [latest]);

  const { noteChange, isTouched, isWaiting } = useToldChanges(latest, isToldAtOnce);
  // An unchanged body is sent back as it was stored, not as the editor would write it.
  useImperativeHandle(
    ref,
    () => ({
      html: () => (isTouched.current ? body?.html() : undefined) ?? firstHtml.current,
      setHtml: (html) => {
        isWaiting.current = true;
        if (body) body.setHtml(html);
        else firstHtml.current = html;
        isWaiting.current = false;
        latest.current.onChange();
      },
      rewrite: (html) => body?.rewrite(html) ?? html,
      focus: () => body?.focus(),
    }),
    // oxlint-disable-next-line react/preserve-manual-memoization -- the ref never changes
    [body, firstHtml, latest, isTouched, isWaiting],
  );

  const noteImages = useCallback(
    (images: PendingImages) => afterPaint(() => latest.current.onImages(images)),
    // oxlint-disable-next-line react/preserve-manual-memoization -- the ref never changes
    [latest],
  );
  useEffect(() => body?.follow(noteChange, noteImages), [body, noteChange, noteImages]);

  return (
    <div ref={frame} data-editor-frame className="min-w-0 rounded-md border border-line bg-surface">
      <div
        data-editor-bar="top"
        className="sticky top-[var(--sticky-top,0px)] z-10 rounded-t-md border-b border-line bg-surface sm:min-h-[41px]"
      >
        {hasFailed && (
          <Notice>
            <p>The editor could not be loaded.</p>
            <Button className="mt-2" onClick={load}>
              Try again
            </Button>
          </Notice>
        )}
        {!tools && !hasFailed && (
          <output className="block p-2 text-ink-soft max-sm:sr-only">Loading...</output>
        )}
      </div>
      <div className="relative">
        {/* The editor may have begun in it before the form is hydrated. */}
        <div
          data-new-text={initialHtml === '' ? '' : undefined}
          data-editor-text
          className="min-h-[400px]"
          dangerouslySetInnerHTML={empty}
          suppressHydrationWarning
        />
        {body && tools && <tools.EditorTools editor={body.editor} library={libraries.content} />}
      </div>
      <div
        data-editor-bar="bottom"
        className="sticky bottom-[var(--keyboard-inset,0px)] z-10 min-h-[37px] rounded-b-md border-t border-line bg-surface"
      />
    </div>
  );
}

const empty = { __html: '' };

/** Begins the editor in its place, and then loads the tools around it. */
function useEditor(element: RefObject<HTMLElement | null>, firstHtml: RefObject<string>) {
  const [body, setBody] = useState<BodyEditor | null>(null);
  const [tools, setTools] = useState<{ EditorTools: typeof EditorTools } | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const load = useCallback(async () => {
    try {
      const core = await loadEditor();
      const place = element.current?.querySelector('[data-editor-text]');
      if (!core || !place) return;
      setBody(core.bodyEditorIn(place, firstHtml.current, uploadBodyImage));
      const parts = await import('#app/editor/tools/editor-tools.tsx');
      // A character that is typed meanwhile is painted first.
      startTransition(() => setTools(parts));
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  }, [element, firstHtml]);
  // oxlint-disable-next-line react/set-state-in-effect -- the state is set when the module has come
  useEffect(() => void load(), [load]);
  const editor = body?.editor;
  useEffect(() => () => editor?.unmount(), [editor]);

  return { body, tools, hasFailed, load };
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

/** For the module of a route: the browser loads the editor beside the form. */
export function preloadEditor(): void {
  loadEditor().catch(() => {});
}

/** In the build for browsers alone. */
async function loadEditor() {
  return import.meta.env.SSR ? null : await import('#app/editor/body-editor.ts');
}
