import { useLayoutEffect, useRef, type RefObject } from 'react';

import type { TextControls } from '../state/use-text.ts';

/** Takes over what was typed into the page before its script was there: until then only the fields have it. */
export function useInputBeforeHydration(text: TextControls): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const atStart = useRef(text);
  useLayoutEffect(() => {
    const { values, change, changeTitle } = atStart.current;
    for (const name of ['title', 'slug', 'excerpt'] as const) {
      const field = form.current?.elements.namedItem(name);
      const hasText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (!hasText || field.value === values[name]) continue;
      if (name === 'title') changeTitle(field.value);
      else change({ [name]: field.value });
    }
  }, []);
  return form;
}
