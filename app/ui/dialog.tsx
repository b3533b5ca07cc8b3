import { useEffect, useId, useRef, type ReactNode } from 'react';

import { ToastsInDialog } from './toaster.tsx';

/**
 * A question that must be answered before the page goes on: the platform's modal dialog, which keeps the focus inside
 * and gives it back. Escape and a press beside it mean "no".
 */
export function Dialog({
  title,
  isQuestion = false,
  isWide = false,
  onDismiss,
  actions,
  children,
}: {
  title: string;
  /** Something is at stake: what is asked is read out at once, where a form is read field by field. */
  isQuestion?: boolean;
  /** For things to be read side by side. */
  isWide?: boolean;
  onDismiss: () => void;
  /** Buttons; the one to begin with carries `data-autofocus`. */
  actions: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open) return;
    const opener = document.activeElement;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element.close();
      const hasOpener = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      // What opened it may be gone by its answer: reading goes on where the page begins.
      (hasOpener ? opener : document.querySelector('main'))?.focus();
    };
  }, []);

  // Not `closedby`: that takes the second press of the double click by which the dialog was opened.
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    let beganBeside = false;
    // Both are told of the dialog itself where they are beside it; text that is marked beyond the edge ends there only.
    const onPointerDown = ({ target }: PointerEvent) => void (beganBeside = target === element);
    const onClick = ({ target }: MouseEvent) => {
      if (beganBeside && target === element) onDismiss();
    };
    element.addEventListener('pointerdown', onPointerDown);
    element.addEventListener('click', onClick);
    return () => {
      element.removeEventListener('pointerdown', onPointerDown);
      element.removeEventListener('click', onClick);
    };
  }, [onDismiss]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      {...(isQuestion ? { 'aria-describedby': `${id}-text` } : {})}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
      className={`m-auto w-[calc(100%-2rem)] ${isWide ? 'max-w-3xl' : 'max-w-md'} rounded-lg border border-line-strong bg-surface p-0 text-ink shadow-lg backdrop:bg-[oklch(0.15_0.03_258/0.55)]`}
    >
      <div className="grid gap-3 p-5">
        <h2 id={`${id}-title`} className="text-base font-semibold">
          {title}
        </h2>
        <div id={`${id}-text`} className="grid gap-2 text-ink-soft wrap-anywhere">
          {children}
        </div>
        <div className="mt-2 flex flex-wrap justify-end gap-2">{actions}</div>
      </div>
      <ToastsInDialog />
    </dialog>
  );
}
