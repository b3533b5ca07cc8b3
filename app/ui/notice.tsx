import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  danger: { icon: CircleAlert, box: 'border-danger bg-danger/6', ink: 'text-danger', role: 'alert' },
  warn: { icon: TriangleAlert, box: 'border-warn/60 bg-warn/6', ink: 'text-warn', role: 'alert' },
  neutral: { icon: Info, box: 'border-line-strong/60 bg-surface', ink: 'text-ink-soft', role: 'note' },
} as const;

/** A message where it belongs: a failure, a warning, or a fact without a task. */
export function Notice({
  title,
  tone = 'danger',
  children,
}: {
  title?: string;
  tone?: keyof typeof tones;
  children: ReactNode;
}) {
  const { icon: Icon, box, ink, role } = tones[tone];
  return (
    <div role={role} className={`flex items-start gap-2.5 rounded-md border px-3 py-2 wrap-anywhere ${box}`}>
      <Icon className={`mt-0.5 size-4 shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
