import type { ReactNode } from 'react';

export type BadgeTone = 'ok' | 'neutral' | 'warn' | 'danger' | 'strong';

const tones: Record<BadgeTone, string> = {
  ok: 'text-ok border-current/40 bg-ok/8',
  neutral: 'text-ink-soft border-line-strong/60 bg-sunken',
  warn: 'text-warn border-current/40 bg-warn/8',
  danger: 'text-danger border-current/40 bg-danger/8',
  strong: 'text-paper border-transparent bg-ink',
};

/** A short label on a row. Buttons that look like badges use the same classes. */
export function badgeClass(tone: BadgeTone): string {
  return `inline-flex h-6 max-w-full items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap ${tones[tone]}`;
}

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={badgeClass(tone)}>{children}</span>;
}
