import { useEffect, useImperativeHandle, useRef, useState, type ComponentType, type Ref } from 'react';

import type { RichTextEditorHandle, RichTextEditorProps } from '#app/editor/rich-text-editor.tsx';
import { isSafeLink } from '#domain/text/link.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

export type ContentHandle = {
  /** The body as it stands now. */
  html: () => string;
};

type Editor = ComponentType<RichTextEditorProps>;

/**
 * The body of a post. The editor is large and lives in the browser only, so it is fetched beside the form; until it is
 * there the body is what was loaded, and a fetch that fails can be tried again without losing the rest of the form.
 */
export function ContentEditor({
  ref,
  initialHtml,
  onChange,
}: {
  ref: Ref<ContentHandle>;
  initialHtml: string;
  onChange: () => void;
}) {
  const editor = useRef<RichTextEditorHandle>(null);
  const [Editor, setEditor] = useState<Editor | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const isTouched = useRef(false);

  // A body that nobody touched is sent back letter by letter, not as the editor would write it.
  useImperativeHandle(
    ref,
    () => ({ html: () => (isTouched.current ? editor.current?.getHtml() : undefined) ?? initialHtml }),
    [initialHtml],
  );

  function noteChange() {
    isTouched.current = true;
    onChange();
  }

  async function tryAgain() {
    const loaded = await loadEditor();
    if (loaded) setEditor(() => loaded);
  }

  useEffect(() => {
    async function start() {
      const loaded = await loadEditor();
      if (loaded) setEditor(() => loaded);
      else setHasFailed(true);
    }
    void start();
  }, []);

  if (Editor) {
    return (
      <Editor
        ref={editor}
        label="Content"
        initialHtml={initialHtml}
        onChange={noteChange}
        isSafeLink={isSafeLink}
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

function loadEditor(): Promise<Editor | null> {
  return import('#app/editor/rich-text-editor.tsx').then((module) => module.RichTextEditor).catch(() => null);
}
