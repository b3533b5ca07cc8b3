import { useEffect } from 'react';

const controls = 'button, a, input, select, textarea, label, summary, [role=menuitem], [role=option]';

/**
 * Ignores the second click of a double click when its target differs from the first: the first click may have removed
 * its target, and the second would hit what was behind it.
 */
export function useDoubleClicks(): void {
  useEffect(() => {
    let pressed: Element | null = null;
    const onClick = (event: MouseEvent) => {
      const control = event.target instanceof Element ? controlOf(event.target) : null;
      if (event.detail < 2) pressed = control;
      if (control === pressed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('click', onClick, { capture: true });
    return () => window.removeEventListener('click', onClick, { capture: true });
  }, []);
}

/** A click on a label counts as a click on its control. */
function controlOf(target: Element): Element | null {
  const control = target.closest(controls);
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}
