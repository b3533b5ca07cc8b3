import { useEffect, useRef } from 'react';

export type Shortcuts = { save: () => void; publish: () => void; help: () => void };

/**
 * Ctrl or Cmd with S saves, with Enter publishes; a question mark outside of a text shows all shortcuts. Heard before the
 * editor, for which some of them mean something else.
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
    return event.key === 'Enter' ? 'publish' : null;
  }
  return event.key === '?' && !isTypedInto(event.target) ? 'help' : null;
}

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
