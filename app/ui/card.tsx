import type { ReactNode } from 'react';

import { Definition } from './definition.tsx';

/** A titled section with a border. */
export function Card({
  title,
  definition,
  level = 2,
  actions,
  flush = false,
  children,
}: {
  title: string;
  /** An explanation of its figures. */
  definition?: string;
  level?: 2 | 3;
  actions?: ReactNode;
  /** The content brings its own padding (lists, tables). */
  flush?: boolean;
  children: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <section className="rounded-lg border border-line bg-surface">
      <header className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-1.5">
        <div className="flex items-center gap-1">
          <Heading className="font-semibold">{title}</Heading>
          {definition !== undefined && <Definition term={title}>{definition}</Definition>}
        </div>
        {actions}
      </header>
      <div className={flush ? '' : 'grid grid-cols-[minmax(0,1fr)] gap-3 p-4'}>{children}</div>
    </section>
  );
}
