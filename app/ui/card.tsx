import type { ReactNode } from 'react';

import { Definition } from './definition.tsx';

/** A titled section with a border. */
export function Card({
  title,
  definition,
  actions,
  flush = false,
  children,
}: {
  title: string;
  /** An explanation of its figures. */
  definition?: string;
  actions?: ReactNode;
  /** The content brings its own padding (lists, tables). */
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="rounded-lg border border-line bg-surface">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-1">
        <div className="flex items-center gap-1">
          <h2 className="font-semibold">{title}</h2>
          {definition !== undefined && <Definition term={title}>{definition}</Definition>}
        </div>
        {actions}
      </header>
      <div className={flush ? '' : 'grid grid-cols-[minmax(0,1fr)] gap-3 p-4'}>{children}</div>
    </section>
  );
}
