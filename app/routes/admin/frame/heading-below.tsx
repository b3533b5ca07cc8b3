import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';

/** The heading of a screen that is below another one, with the way back. */
export function HeadingBelow({
  heading,
  to,
  back,
  actions,
  children,
}: {
  heading: string;
  /** The screen above. */
  to: string;
  back: string;
  /** Beside the way back. */
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <div className="flex w-full flex-wrap items-center justify-between gap-2">
        <Link to={to} className={buttonClass('quiet', '-ml-3')}>
          <ArrowLeft />
          {back}
        </Link>
        <div className="flex flex-wrap gap-2 empty:hidden">{actions}</div>
      </div>
      <h1 tabIndex={-1} dir="auto" className="max-w-full text-xl font-semibold tracking-tight wrap-anywhere">
        {heading}
      </h1>
      {children}
    </header>
  );
}
