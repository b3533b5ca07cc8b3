import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { useScreen } from './screen.tsx';

/** A screen with its heading and the way back, which are those of its `handle` unless others are given. */
export function Page({
  heading,
  back,
  actions,
  intro,
  children,
}: {
  heading?: string;
  back?: { to: string; label: string };
  /** Beside the way back. */
  actions?: ReactNode;
  /** Below the heading. */
  intro?: ReactNode;
  children: ReactNode;
}) {
  const { screen } = useScreen();
  const way = back ?? screen.more.back;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
        {way && (
          <div className="flex w-full flex-wrap items-center justify-between gap-2">
            <Link to={way.to} className={buttonClass('quiet', '-ml-3')}>
              <ArrowLeft />
              {way.label}
            </Link>
            <div className="flex flex-wrap gap-2 empty:hidden">{actions}</div>
          </div>
        )}
        <h1
          tabIndex={-1}
          dir="auto"
          className="max-w-full text-xl font-semibold tracking-tight wrap-anywhere"
        >
          {heading ?? screen.heading}
        </h1>
        {intro}
      </header>
      {children}
    </div>
  );
}
