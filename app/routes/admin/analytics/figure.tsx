import type { ReactNode } from 'react';

import { formatCount } from '#domain/analytics/format-count.ts';
import { Definition } from '#app/ui/definition.tsx';

/** Figures side by side in one frame, parted by hairlines: a multiple of four, or one less. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
      {children}
    </dl>
  );
}

/** A figure with its name, what else belongs to it, and what it counts. */
export function Figure({
  name,
  value,
  note,
  definition,
}: {
  name: string;
  /** Null where it could not be loaded. */
  value: number | null | undefined;
  note?: ReactNode;
  /** Absent where the name says it. */
  definition?: string;
}) {
  return (
    <div className="grid content-start gap-1 bg-surface p-4 pt-3 last:odd:col-span-2">
      <dt className="flex items-center justify-between text-ink-soft">
        {name}
        {definition !== undefined && <Definition term={name}>{definition}</Definition>}
      </dt>
      <dd
        className="text-2xl font-semibold tracking-tight tabular-nums"
        title={value?.toLocaleString('en-US')}
      >
        {typeof value === 'number' ? formatCount(value) : '—'}
      </dd>
      {note && <dd className="text-ink-soft tabular-nums">{note}</dd>}
    </div>
  );
}
