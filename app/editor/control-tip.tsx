import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

import { place } from '#app/ui/anchored-popover.ts';

/** Milliseconds: a pointer that only passes by is told nothing, one on its way to the words finds them still there. */
const hoverDelay = 400;
const leaveDelay = 150;

/**
 * Says what a control of a toolbar is called and which keys do the same, under the pointer and at the focus of the keys.
 * Not for screen readers, which hear both from the control itself.
 */
export function ControlTip({ bar }: { bar: RefObject<HTMLElement | null> }) {
  const tip = useRef<HTMLDivElement>(null);
  const [control, setControl] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: HTMLElement | null, delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setControl(next), delay);
    };
    const onOver = (event: PointerEvent) => {
      const next = controlOf(event.target);
      if (next !== null && event.pointerType === 'mouse') show(next, hoverDelay);
      else if (!isTip(event.target)) show(null, leaveDelay);
      else clearTimeout(timer);
    };
    const onLeave = () => show(null, leaveDelay);
    const onFocus = ({ target }: FocusEvent) => {
      const next = controlOf(target);
      show(next?.matches(':focus-visible') === true ? next : null, 0);
    };
    const hide = () => show(null, 0);
    // A scroll that the focus itself or a change of the text brings about takes nothing from the keys: the tip follows.
    const onScroll = () => {
      const focused = controlOf(document.activeElement);
      if (focused?.matches(':focus-visible') !== true || !element.contains(focused)) hide();
      else if (tip.current) place(focused, tip.current, 'start');
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide();
    };
    element.addEventListener('pointerover', onOver);
    element.addEventListener('pointerleave', onLeave);
    element.addEventListener('pointerdown', hide);
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', hide);
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointerover', onOver);
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('pointerdown', hide);
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', hide);
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [bar]);

  useLayoutEffect(() => {
    if (!control || !tip.current) return;
    tip.current.showPopover();
    place(control, tip.current, 'start');
  }, [control]);

  if (control === null) return null;
  return (
    <div
      ref={tip}
      key={control.dataset['tip']}
      popover="manual"
      aria-hidden="true"
      data-is-tip
      className="fixed inset-auto m-0 rounded-sm border-0 bg-ink px-2 py-1 text-xs whitespace-nowrap text-paper shadow-lg"
    >
      {control.dataset['tip']}
    </div>
  );
}

/** One whose menu is open has said enough. */
function controlOf(target: EventTarget | null): HTMLElement | null {
  const control = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  return control?.ariaExpanded === 'true' ? null : control;
}

function isTip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-is-tip]') !== null;
}
