import { useEffect } from 'react';

/** A button that is clicked gets the focus in every browser (Safari gives it none), so that what it opens can return it. */
export function useFocusOnClick(): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('button') : null;
      // Where something beside the button has the focus, a toolbar left it there on purpose.
      if (!button || button.closest('[contenteditable=true]')) return;
      if (document.activeElement?.contains(button)) button.focus({ preventScroll: true });
    };
    window.addEventListener('click', onClick, { capture: true });
    return () => window.removeEventListener('click', onClick, { capture: true });
  }, []);
}
