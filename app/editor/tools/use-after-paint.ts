import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useState } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';

/**
 * A value computed from the editor after the next paint: the controls around the text may be a frame late, the typed
 * character may not.
 *
 * @param select plain data; what is equal when written as JSON is no change
 * @returns the value, and a way to look at once (after a press on a control)
 */
export function useAfterPaint<T>(editor: Editor, select: (editor: Editor) => T): [T, () => void] {
  const [value, setValue] = useState(() => select(editor));

  const latest = useLatest(select);
  const look = useCallback(() => {
    if (editor.isDestroyed) return;
    setValue((before) => {
      const now = latest.current(editor);
      return JSON.stringify(now) === JSON.stringify(before) ? before : now;
    });
  }, [editor, latest]);

  useEffect(() => {
    let waiting = 0;
    const note = () => {
      if (waiting !== 0) return;
      waiting = requestAnimationFrame(() => {
        setTimeout(() => {
          waiting = 0;
          look();
        });
      });
    };
    editor.on('transaction', note);
    editor.on('focus', note);
    return () => {
      editor.off('transaction', note);
      editor.off('focus', note);
      cancelAnimationFrame(waiting);
    };
  }, [editor, look]);

  return [value, look];
}
