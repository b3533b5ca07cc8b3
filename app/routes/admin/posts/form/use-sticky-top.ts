import { useEffect, useRef, type RefObject } from 'react';

/**
 * Tells the page how far down its sticky header reaches, as `--sticky-top`: what sticks below it starts there, however
 * many lines the header takes. Of the element and its children the one that sticks is measured.
 */
export function useStickyTop<T extends HTMLElement>(): RefObject<T | null> {
  const header = useRef<T>(null);
  useEffect(() => {
    const element = header.current;
    if (!element) return;
    const candidates = [element, ...element.children].filter((one) => one instanceof HTMLElement);
    const root = document.documentElement;
    const measure = () => {
      const sticky = candidates.find((one) => getComputedStyle(one).position === 'sticky');
      if (!sticky) return;
      const top = Number.parseFloat(getComputedStyle(sticky).top) + sticky.offsetHeight;
      root.style.setProperty('--sticky-top', `${top}px`);
    };
    const observer = new ResizeObserver(measure);
    for (const one of candidates) observer.observe(one);
    measure();
    return () => {
      observer.disconnect();
      root.style.removeProperty('--sticky-top');
    };
  }, []);
  return header;
}
