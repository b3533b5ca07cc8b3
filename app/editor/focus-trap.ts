/**
 * While an element fills the window, the focus does not wander to what it covers. Dialogs, menus and messages lie above
 * it and stay in reach.
 * @returns ends it
 */
export function keepFocusIn(element: HTMLElement, giveBack: () => void): () => void {
  const { overflow } = document.documentElement.style;
  const onFocus = (event: FocusEvent) => {
    if (!(event.target instanceof Element) || element.contains(event.target)) return;
    if (event.target.closest('dialog, [popover], [aria-live]')) return;
    giveBack();
  };
  document.addEventListener('focusin', onFocus);
  document.documentElement.style.overflow = 'hidden';
  return () => {
    document.removeEventListener('focusin', onFocus);
    document.documentElement.style.overflow = overflow;
  };
}
