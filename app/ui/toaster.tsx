import { CircleAlert, CircleCheck, X } from 'lucide-react';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';

import { useLatest } from './use-latest.ts';

/** Without a title it has Success or Error, by its tone. */
export type Toast = { text: string; tone?: 'ok' | 'error'; title?: string };
type ToastAction = { label: string; run: () => void };
type ShownToast = Toast & { id: number; action: ToastAction | null };

/** Milliseconds without the pointer or the focus in a toast; errors stay until they are dismissed. */
const successDuration = 6_000;
const durationWithAction = 12_000;
/** More at once would hide the page. The oldest is removed first. */
const maxToasts = 3;
/** Moves the focus to the newest toast, and back. */
const toastKey = 'F8';

/** @returns a function that removes the toast */
type ShowToast = (toast: Toast, action?: ToastAction | null) => () => void;

const ToastContext = createContext<ShowToast>(() => () => {});

type Shown = { toasts: readonly ShownToast[]; dismiss: (id: number) => void; cover: () => () => void };
const ShownContext = createContext<Shown>({ toasts: [], dismiss: () => {}, cover: () => () => {} });

/** Shows a toast at the top right, announced by screen readers. */
export function useToast(): ShowToast {
  return use(ToastContext);
}

/**
 * The toasts, at the top right below the bars of the page, and below the control in use. Clicks pass through a toast to
 * what is under it, except on its buttons.
 */
export function Toaster({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const [covers, setCovers] = useState(0);
  const lastId = useRef(0);

  const dismiss = useCallback(
    (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)),
    [],
  );
  const show = useCallback(
    (toast: Toast, action: ToastAction | null = null) => {
      lastId.current += 1;
      const shown = { ...toast, action, id: lastId.current };
      setToasts((before) =>
        [...before.filter((other) => !isOutdated(other, shown)), shown].slice(-maxToasts),
      );
      return () => dismiss(shown.id);
    },
    [dismiss],
  );
  const cover = useCallback(() => {
    setCovers((n) => n + 1);
    return () => setCovers((n) => n - 1);
  }, []);
  const shown = useMemo(() => ({ toasts, dismiss, cover }), [toasts, dismiss, cover]);

  return (
    <ToastContext value={show}>
      <ShownContext value={shown}>{children}</ShownContext>
      {covers === 0 && <ToastRegion toasts={toasts} dismiss={dismiss} />}
    </ToastContext>
  );
}

/** The open modal dialog, if any: toasts go inside it, because everything outside is inert. */
export function ToastsInDialog() {
  const { toasts, dismiss, cover } = use(ShownContext);
  useEffect(cover, [cover]);
  return <ToastRegion toasts={toasts} dismiss={dismiss} />;
}

function ToastRegion({ toasts, dismiss }: Pick<Shown, 'toasts' | 'dismiss'>) {
  const { length } = toasts;
  const region = useRef<HTMLElement>(null);
  const { hasFocus, giveFocusBack } = useToastFocus(region, length);
  const [isPointedAt, setIsPointedAt] = useState(false);

  // Toasts let the pointer through, so they get no events of it.
  useEffect(() => {
    if (length === 0) return;
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      const box = region.current?.getBoundingClientRect();
      setIsPointedAt(box !== undefined && clientX >= box.left && clientY >= box.top && clientY <= box.bottom);
    };
    document.addEventListener('pointermove', onMove, { passive: true });
    return () => {
      document.removeEventListener('pointermove', onMove);
      setIsPointedAt(false);
    };
  }, [length]);

  useLayoutEffect(() => {
    const element = region.current;
    if (!element || length === 0) return;
    const place = () => placeBelowControl(element);
    place();
    const layout = new ResizeObserver(place);
    layout.observe(document.body);
    const listening = new AbortController();
    for (const type of ['focusin', 'selectionchange', 'scroll'])
      document.addEventListener(type, place, { passive: true, signal: listening.signal });
    return () => {
      layout.disconnect();
      listening.abort();
    };
  }, [length]);

  return (
    <section
      ref={region}
      aria-label="Notifications"
      aria-live="polite"
      aria-keyshortcuts={toastKey}
      className="pointer-events-none fixed top-[calc(max(3rem,var(--sticky-top,0px))+0.5rem)] right-4 z-50 grid max-sm:top-[calc(var(--sticky-top,0px)+0.5rem)] w-[min(20rem,calc(100vw-2rem))] gap-2 max-sm:*:not-last:hidden"
    >
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          isHeld={isPointedAt || hasFocus}
          onDismiss={dismiss}
          giveFocusBack={giveFocusBack}
        />
      ))}
    </section>
  );
}

/** Taller, an element in use is more than a control, and toasts may cover a part of it. */
const maxControlHeight = 160;

/** Moves toasts below the control in use; one whose button is being pressed stays under the pointer. */
function placeBelowControl(region: HTMLElement) {
  if (region.contains(document.activeElement)) return;
  region.style.removeProperty('top');
  const used = controlInUse(region);
  if (used !== null) region.style.top = `${Math.round(used) + 8}px`;
}

/** The bottom of the control, or in a text of the line, that has the focus; null where no toast is over it. */
function controlInUse(region: HTMLElement): number | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return null;
  const caret = activeElement.isContentEditable ? getSelection()?.focusNode : null;
  const line = caret instanceof Element ? caret : caret?.parentElement;
  const used = (line ?? activeElement).getBoundingClientRect();
  const toasts = region.getBoundingClientRect();
  const isCovered = used.right > toasts.left && used.top < toasts.bottom && used.bottom > toasts.top;
  return isCovered && used.height <= maxControlHeight ? used.bottom : null;
}

/** F8 moves the focus to the newest toast, F8 again gives it back. */
function useToastFocus(region: RefObject<HTMLElement | null>, count: number) {
  const [hasFocus, setHasFocus] = useState(false);
  const before = useRef<EventTarget | null>(null);
  const giveFocusBack = useCallback(() => {
    const { current } = before;
    const isThere = current instanceof HTMLElement && current.isConnected;
    (isThere ? current : document.querySelector('main'))?.focus();
  }, []);

  useEffect(() => {
    if (count === 0) return;
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && region.current?.contains(target) === true;
    const onFocus = ({ target, relatedTarget }: FocusEvent) => {
      if (isInside(target) && !isInside(relatedTarget)) before.current = relatedTarget;
      setHasFocus(isInside(target));
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== toastKey) return;
      event.preventDefault();
      if (isInside(document.activeElement)) giveFocusBack();
      else region.current?.lastElementChild?.querySelector('button')?.focus();
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey);
      setHasFocus(false);
    };
  }, [region, count, giveFocusBack]);

  return { hasFocus, giveFocusBack };
}

type Props = {
  toast: ShownToast;
  /** Its time stands still. */
  isHeld: boolean;
  onDismiss: (id: number) => void;
  giveFocusBack: () => void;
};

function ToastCard({
  toast: { id, text, tone = 'ok', title = tone === 'error' ? 'Error' : 'Success', action },
  isHeld,
  onDismiss,
  giveFocusBack,
}: Props) {
  const card = useRef<HTMLDivElement>(null);
  const Icon = tone === 'error' ? CircleAlert : CircleCheck;
  // Before it is removed, while the focus is still known.
  useLayoutEffect(() => {
    const { current } = card;
    return () => {
      if (current?.contains(document.activeElement)) giveFocusBack();
    };
  }, [giveFocusBack]);
  const duration = action ? durationWithAction : successDuration;
  const latest = useLatest(action?.run);
  useEffect(() => {
    if (tone === 'error' || isHeld) return;
    const timer = setTimeout(() => onDismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, tone, isHeld, duration, onDismiss]);

  return (
    <div
      ref={card}
      role={tone === 'error' ? 'alert' : 'status'}
      className={`flex items-start gap-2.5 rounded-lg border bg-surface p-3 text-ink shadow-lg ${
        tone === 'error' ? 'border-danger' : 'border-line-strong'
      }`}
    >
      <Icon className={`mt-0.5 size-4 shrink-0 ${tone === 'error' ? 'text-danger' : 'text-ok'}`} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="line-clamp-5 text-ink-soft">{text}</p>
      </div>
      {action && (
        <button
          type="button"
          title={`${action.label} (${toastKey} moves the focus here)`}
          onClick={() => {
            onDismiss(id);
            latest.current?.();
          }}
          className="pointer-events-auto -my-1 inline-flex min-h-7 cursor-pointer items-center self-center rounded-md border border-line-strong px-2.5 font-medium hover:bg-sunken max-sm:min-h-11 max-sm:px-3"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => onDismiss(id)}
        className="pointer-events-auto -m-1 inline-flex size-6 cursor-pointer items-center justify-center rounded-sm text-ink-soft hover:bg-sunken hover:text-ink max-sm:size-11 max-sm:-m-2.5"
      >
        <X className="size-4" />
      </button>
    </div>
  );
}

/** True if a new toast replaces this one: the same text, or an error followed by a success. */
function isOutdated(toast: Toast, by: Toast): boolean {
  const isSame = toast.title === by.title && toast.text === by.text;
  return isSame || (toast.tone === 'error' && by.tone !== 'error');
}
