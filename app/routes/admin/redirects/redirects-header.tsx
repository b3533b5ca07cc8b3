import type { ReactNode } from 'react';
import { href, Link } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';

const views = [
  { name: 'Redirects', path: href('/admin/redirects') },
  { name: 'Missing pages', path: href('/admin/redirects/missing') },
];

/** The heading of both views, and the way between them. */
export function RedirectsHeader({ view, children }: { view: string; children?: ReactNode }) {
  return (
    <>
      <header className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {views.find(({ path }) => path === view)?.name}
        </h1>
        <div className="flex flex-wrap gap-2">{children}</div>
      </header>
      <nav aria-label="Views" className="flex flex-wrap gap-1 border-b border-line pb-2">
        {views.map(({ name, path }) => (
          <Link
            key={path}
            to={path}
            {...(path === view ? { 'aria-current': 'page' } : {})}
            className={buttonClass('quiet', 'aria-[current=page]:bg-sunken aria-[current=page]:text-ink')}
          >
            {name}
          </Link>
        ))}
      </nav>
    </>
  );
}
