import type { ReactNode } from 'react';

import { Definition } from '#app/ui/definition.tsx';
import { Count } from './count.tsx';

/** Figures side by side in one frame, parted by hairlines; those of a last row share its width. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line">
      {children}
    </dl>
  );
}

type FigureProps = {
  name: string;
  /** Null where it could not be loaded. */
  value: number | null | undefined;
  note?: ReactNode;
  /** The meaning of the figure; absent where the name says it. */
  definition?: string;
};

export function Figure({ name, value, note, definition }: FigureProps) {
  return (
    <div className="grid grow basis-35 content-start gap-0.5 bg-surface px-3 py-2.5">
      <dt className="flex min-h-6 items-center justify-between text-ink-soft">
        {name}
        {definition !== undefined && <Definition term={name}>{definition}</Definition>}
      </dt>
      <dd className="text-xl font-semibold tracking-tight tabular-nums">
        {typeof value === 'number' ? <Count value={value} /> : '—'}
      </dd>
      {note && <dd className="text-ink-soft tabular-nums">{note}</dd>}
    </div>
  );
}
