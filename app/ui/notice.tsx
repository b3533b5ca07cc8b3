import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** An error message next to where the error happened, announced at once. */
export function Notice({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-md border border-danger bg-danger/6 px-3 py-2 wrap-anywhere"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
