import type { ComponentProps } from 'react';

/** A paragraph of an author's words, in their own direction; nothing without words. */
export function OwnWords({ children, ...attributes }: ComponentProps<'p'>) {
  if (!children) return null;
  return (
    <p {...attributes} dir="auto">
      {children}
    </p>
  );
}
