import { useEffect, useRef } from 'react';

export type Shortcuts = { save: () => void; publish: () => void; help: () => void };

/**
 * Ctrl or Cmd with S saves, with Enter publishes; a question mark outside of a text field shows all shortcuts. Listens
 * before the editor, in which some of them have another meaning.
 */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted = shortcutOf(event);
      if (wanted === null || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) latest.current[wanted]();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
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
