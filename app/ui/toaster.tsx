import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

export type Toast = { title: string; text: string; tone?: 'ok' | 'error' };
type ShownToast = Toast & { id: number };

/** Milliseconds. Errors stay until they are dismissed. */
const goodNewsStays = 6_000;
/** Number of toasts at once. The oldest is removed first. */
const most = 4;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

type Shown = { toasts: readonly ShownToast[]; dismiss: (id: number) => void; cover: () => () => void };
const ShownContext = createContext<Shown>({ toasts: [], dismiss: () => {}, cover: () => () => {} });

/** Shows a toast at the top right, announced by screen readers. */
export function useToast(): (toast: Toast) => void {
  return use(ToastContext);
}

/** The toasts, below the top bar at the top right. Clicks pass through a toast to what is under it. */
export function Toaster({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const [covers, setCovers] = useState(0);
  const lastId = useRef(0);

  const show = useCallback((toast: Toast) => {
    lastId.current += 1;
    const shown = { ...toast, id: lastId.current };
    setToasts((before) => [...before.filter((other) => !isOutdated(other, shown)), shown].slice(-most));
  }, []);
  const dismiss = useCallback(
    (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)),
    [],
  );
  const cover = useCallback(() => {
    setCovers((n) => n + 1);
    return () => setCovers((n) => n - 1);
  }, []);
  const shown = useMemo(() => ({ toasts, dismiss, cover }), [toasts, dismiss, cover]);

  return (
    <ToastContext value={show}>
      <ShownContext value={shown}>{children}</ShownContext>
      <section aria-label="Notifications" aria-live="polite" className={place}>
        {covers === 0 && <ToastCards toasts={toasts} dismiss={dismiss} />}
      </section>
    </ToastContext>
  );
}

/** The open modal dialog, if any: toasts go inside it, because everything outside is inert. */
export function ToastsInDialog() {
  const { toasts, dismiss, cover } = use(ShownContext);
  useEffect(cover, [cover]);
  return (
    <div aria-live="polite" className={place}>
      <ToastCards toasts={toasts} dismiss={dismiss} />
    </div>
  );
}

const place =
  'pointer-events-none fixed top-2 right-4 lg:top-27 z-50 grid w-[min(20rem,calc(100vw-2rem))] gap-2';

function ToastCards({ toasts, dismiss }: Pick<Shown, 'toasts' | 'dismiss'>) {
  return toasts.map((toast) => <ToastCard key={toast.id} toast={toast} onDismiss={dismiss} />);
}

function ToastCard({ toast, onDismiss }: { toast: ShownToast; onDismiss: (id: number) => void }) {
  const { id, title, text, tone = 'ok' } = toast;
  const [isHeld, setIsHeld] = useState(false);

  useEffect(() => {
    if (tone === 'error' || isHeld) return;
    const timer = setTimeout(() => onDismiss(id), goodNewsStays);
    return () => clearTimeout(timer);
  }, [id, tone, isHeld, onDismiss]);

  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={`flex items-start gap-2.5 rounded-lg border bg-surface p-3 text-ink shadow-lg ${
        tone === 'error' ? 'border-danger' : 'border-line-strong'
      }`}
    >
      {tone === 'error' ? (
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" />
      ) : (
        <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" />
      )}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="line-clamp-5 text-ink-soft">{text}</p>
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => onDismiss(id)}
        className="pointer-events-auto -m-1 inline-flex size-6 cursor-pointer items-center justify-center rounded-sm text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <X className="size-4" />
      </button>
    </div>
  );
}

/** Whether a new toast replaces this one: the same text, or an error followed by a success. */
function isOutdated(toast: Toast, by: Toast): boolean {
  const isSame = toast.title === by.title && toast.text === by.text;
  return isSame || (toast.tone === 'error' && by.tone !== 'error');
}
