import { Fragment, type ReactNode } from 'react';

/** The sections that the owner shows, in the owner's order. @param parts by their names in `site-documents.ts` */
export function PageSections({
  entries,
  parts,
}: {
  entries: readonly { section: string; isVisible: boolean }[];
  parts: Readonly<Record<string, ReactNode>>;
}) {
  return entries
    .filter(({ isVisible }) => isVisible)
    .map(({ section }) => <Fragment key={section}>{parts[section]}</Fragment>);
}
