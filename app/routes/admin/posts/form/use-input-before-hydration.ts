import { useLayoutEffect, useRef, type RefObject } from 'react';

import { textFieldNames } from '#domain/posts/post-fields.ts';
import type { TextControls } from '../state/use-text.ts';

/** Takes over text that was typed before hydration: until then only the fields have it. */
export function useInputBeforeHydration(text: TextControls): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const atStart = useRef(text);
  useLayoutEffect(() => {
    const { values, change, changeTitle } = atStart.current;
    for (const name of textFieldNames) {
      const field = form.current?.elements.namedItem(name);
      const hasText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (!hasText || field.value === values[name]) continue;
      if (name === 'title') changeTitle(field.value);
      else change({ [name]: field.value });
    }
  }, []);
  return form;
}
