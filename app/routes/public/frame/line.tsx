import { Children, type ReactNode } from 'react';

/** Neighbors in one line, with the white space between them that text browsers and copied text need. */
export function Line({ children }: { children: ReactNode }) {
  return Children.toArray(children).flatMap((child, index) => (index === 0 ? [child] : [' ', child]));
}
