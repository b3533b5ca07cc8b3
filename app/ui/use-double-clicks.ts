import { useEffect } from 'react';

const controls = 'button, a, input, select, textarea, label, summary, [role=menuitem], [role=option]';

/**
 * What a click presses may be gone by the second click of a double click, which would then press whatever lay behind it:
 * that one presses nothing.
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

/** A label is pressed as what it names. */
function controlOf(target: Element): Element | null {
  const control = target.closest(controls);
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}
