import type { ReactNode } from 'react';

/** What the cells of a list have in common, once it is a table. */
export const cellClass = '@3xl:border-b @3xl:border-line @3xl:py-1.5 @3xl:pr-3 @3xl:align-middle';

/** The same for rows of several lines. */
export const tallCellClass = '@3xl:border-b @3xl:border-line @3xl:py-2 @3xl:pr-3 @3xl:align-top';

/**
 * A list as a table; where there is no room for one, the same table as a stack of cards, each laid out by its row.
 * Rows that are being replaced are dimmed and announced as busy.
 */
export function ListTable({
  head,
  isLoading = false,
  children,
}: {
  /** The header cells. */
  head: ReactNode;
  isLoading?: boolean;
  /** The rows. */
  children: ReactNode;
}) {
  return (
    <div className="@container">
      <table
        aria-busy={isLoading}
        className={`block w-full transition-opacity duration-[var(--duration-quick)] @3xl:table @3xl:table-fixed @3xl:border-separate @3xl:border-spacing-0 ${isLoading ? 'opacity-60' : ''}`}
      >
        <thead className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr>{head}</tr>
        </thead>
        <tbody className="block divide-y divide-line rounded-lg border border-line bg-surface @3xl:table-row-group @3xl:divide-y-0 @3xl:rounded-none @3xl:border-0">
          {children}
        </tbody>
      </table>
    </div>
  );
}
