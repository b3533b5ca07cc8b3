import { useEffect } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';

type Shortcuts = Partial<Record<'save' | 'publish' | 'help', () => void>>;

/**
 * Ctrl or Cmd with S saves, with Enter publishes; a question mark outside of a text field shows all shortcuts. Handled
 * before the editor, which uses some of the same keys.
 */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useLatest(shortcuts);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted = shortcutOf(event);
      const run = wanted && latest.current[wanted];
      if (!run || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) run();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [latest]);
}

function shortcutOf(event: KeyboardEvent): keyof Shortcuts | null {
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    if (event.shiftKey) return null;
    if (event.key.toLowerCase() === 's') return 'save';
    return event.key === 'Enter' && !isInCodeBlock() ? 'publish' : null;
  }
  return event.key === '?' && !isTypedInto(event.target) ? 'help' : null;
}

/** There the keys end the code block. */
function isInCodeBlock(): boolean {
  const node = document.getSelection()?.anchorNode;
  const element = node instanceof Element ? node : node?.parentElement;
  return Boolean(element?.closest('[contenteditable="true"] pre'));
}

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
