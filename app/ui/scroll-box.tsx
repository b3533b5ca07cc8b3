import type { ReactNode } from 'react';

/** Content that may be longer than its place in a dialog. Not every browser lets the keyboard scroll what cannot have the focus. */
export function ScrollBox({ className, children }: { className: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard too
    <div tabIndex={0} className={`overflow-y-auto ${className}`}>
      {children}
    </div>
  );
}
