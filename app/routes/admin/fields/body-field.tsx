import { useLayoutEffect, useRef } from 'react';

import type { ContentHandle } from '#app/editor/rich-text-editor.tsx';
import { ContentEditor } from '../posts/form/content-editor.tsx';

/** Text in the editor of posts. */
export function BodyField({
  value,
  error,
  onChange,
  onUploads,
}: {
  value: string;
  error: string | undefined;
  onChange: (html: string) => void;
  onUploads: (underWay: number) => void;
}) {
  const editor = useRef<ContentHandle>(null);
  const shown = useRef(value);
  // Only a text from elsewhere, restored or saved by another user, replaces what is in the editor. Done later than at
  // once, it would take an own text that was typed on for one from elsewhere.
  useLayoutEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    editor.current?.setHtml(value);
  }, [value]);
  return (
    <div className="grid gap-1">
      <ContentEditor
        ref={editor}
        initialHtml={value}
        isToldAtOnce
        onChange={() => {
          shown.current = editor.current?.html() ?? shown.current;
          onChange(shown.current);
        }}
        onImages={({ underWay }) => onUploads(underWay)}
      />
      {error !== undefined && <p className="text-danger">{error}</p>}
    </div>
  );
}
