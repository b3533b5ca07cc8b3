import { useEffect, useId, useRef, type ReactNode } from 'react';

import { ToastsInDialog } from './toaster.tsx';
import { useLatest } from './use-latest.ts';

/**
 * The native modal dialog, which keeps the focus inside and returns it when closed. Escape and a click outside cancel.
 */
export function Dialog({
  title,
  isQuestion = false,
  isWide = false,
  onDismiss,
  returnFocus,
  actions,
  children,
}: {
  title: string;
  /** For confirmations: `alertdialog`, so that screen readers announce the whole text at once. */
  isQuestion?: boolean;
  /** Wide, for a comparison side by side. */
  isWide?: boolean;
  onDismiss: () => void;
  /** Focuses what the user goes on with after the dialog. Default: the element that had the focus before. */
  returnFocus?: () => void;
  /** The buttons; `data-autofocus` marks the one that gets the focus. */
  actions: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const latestReturnFocus = useLatest(returnFocus);

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open) return;
    const opener = document.activeElement;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const giveFocusBack = () => {
      if (latestReturnFocus.current) return latestReturnFocus.current();
      const hasOpener = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      // The element that opened it may be gone: move the focus to the start of the page.
      (hasOpener ? opener : document.querySelector('main'))?.focus();
    };
    return () => {
      element.close();
      giveFocusBack();
    };
  }, [latestReturnFocus]);

  // Not `closedby`: the second click of the double click that opened the dialog would close it.
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    let beganBeside = false;
    // Both clicks target the dialog itself only when they start outside its content; a text selection may end outside.
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
