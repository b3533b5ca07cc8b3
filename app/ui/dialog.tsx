import { createContext, use, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';

import { ToastsInDialog } from './toaster.tsx';
import { useLatest } from './use-latest.ts';

/** Closes the dialog, as what opened it has it. */
export const CloseContext = createContext<() => void>(() => {});

/**
 * The native modal dialog, which keeps the focus inside and returns it when closed. Escape cancels, and so does a click
 * outside until something was typed or chosen inside.
 */
export function Dialog({
  title,
  isQuestion = false,
  isWide = false,
  onDismiss = use(CloseContext),
  returnFocus,
  actions,
  children,
}: {
  title: string;
  /** For confirmations: screen readers announce the text together with the title. */
  isQuestion?: boolean;
  /** Wide, for a comparison side by side. */
  isWide?: boolean;
  /** Default: it closes. */
  onDismiss?: () => void;
  /** Focuses what the user goes on with after the dialog. Default: the element that had the focus before. */
  returnFocus?: () => void;
  /** The buttons; `data-autofocus` marks the one that gets the focus. */
  actions: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(dialog, onDismiss, returnFocus);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      {...(isQuestion ? { 'aria-describedby': `${id}-text` } : {})}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
      className={`m-auto w-[calc(100%-2rem)] ${isWide ? 'max-w-3xl' : 'max-w-md'} rounded-lg border border-line-strong bg-surface p-0 text-left whitespace-normal text-ink shadow-lg backdrop:bg-[oklch(0.15_0.03_258/0.55)]`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5 wrap-anywhere">
        <h2 id={`${id}-title`} className="text-base font-semibold">
          {title}
        </h2>
        <div id={`${id}-text`} className="grid gap-2 text-ink-soft">
          {children}
        </div>
        <div className="mt-2 flex flex-wrap justify-end gap-2">{actions}</div>
      </div>
      <ToastsInDialog />
    </dialog>
  );
}

/** Shows the dialog as long as it is mounted, then returns the focus. */
function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  onDismiss: () => void,
  returnFocus: (() => void) | undefined,
) {
  const latest = useLatest({ onDismiss, returnFocus });
  // The browser returns the focus only from a dialog that is still in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || element.open) return;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();

    // Not `closedby`: the second click of the double click that opened the dialog would close it.
    let [beganBeside, isEdited] = [false, false];
    // Both clicks target the dialog itself only when they start outside its content; a text selection may end outside.
    const onPointerDown = ({ target }: PointerEvent) => void (beganBeside = target === element);
    const onClick = ({ target }: MouseEvent) => {
      if (beganBeside && target === element && !isEdited) latest.current.onDismiss();
    };
    const onInput = ({ target }: Event) =>
      void (isEdited ||= !(target instanceof HTMLInputElement && target.type === 'search'));
    // In WebKit, Escape in a field for searches only empties it.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!(event.target instanceof HTMLInputElement && event.target.type === 'search')) return;
      event.preventDefault();
      latest.current.onDismiss();
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('keydown', onKey, { signal });
    element.addEventListener('pointerdown', onPointerDown, { signal });
    element.addEventListener('click', onClick, { signal });
    element.addEventListener('input', onInput, { signal });

    const close = () => {
      listening.abort();
      element.close();
      latest.current.returnFocus?.();
    };
    return close;
  }, [dialog, latest]);
}
