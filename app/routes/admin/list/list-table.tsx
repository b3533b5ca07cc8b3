import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { orderLink, readOrder, type ListOrders } from './list-address.ts';
import { useListParams } from './use-list-params.ts';

export type Column<Row, Sort extends string = never> = {
  name: string;
  /** The order of the list when the name is clicked. */
  sort?: Sort;
  /** Class of the header: the width of the column. */
  width?: string;
  /** Where the cell is on a card: first, beside that, on a line of its own, or in a row with the others. */
  place?: 'title' | 'actions' | 'line' | 'fact';
  /** Shown before the value on a card, which has no header. */
  cardLabel?: string;
  className?: string;
  /** Null for an empty cell, which a card leaves out. */
  cell: (row: Row) => ReactNode;
};

export type ListTableProps<Row, Sort extends string> = {
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  /** Given where the list can be ordered. */
  orders?: ListOrders<Sort> | null;
  /** For rows of several lines: cells are aligned at their tops. */
  isTall?: boolean;
  isSelected?: (row: Row) => boolean;
};

const headerClass =
  'border-b border-line bg-paper py-2 pr-3 text-left font-medium text-ink-soft @3xl:sticky @3xl:top-12 @3xl:z-10 @3xl:first:pl-3';

const placeClass = {
  title: 'order-1 min-w-0 flex-1 basis-[calc(100%-8rem)]',
  actions: 'order-2 flex min-h-8 justify-end whitespace-nowrap @3xl:table-cell @3xl:text-right',
  line: 'order-3 min-w-0 basis-full text-ink-soft',
  fact: 'order-3 min-w-0 max-w-full text-ink-soft tabular-nums',
};

/**
 * A list as a table; where there is no room for one, the same table as a stack of cards. Rows that are being replaced are
 * dimmed and announced as busy.
 */
export function ListTable<Row extends { id: string | number }, Sort extends string>({
  columns,
  rows,
  orders,
  isTall = false,
  isSelected,
  isLoading,
}: ListTableProps<Row, Sort> & { isLoading: boolean }) {
  const align = isTall
    ? '@3xl:[&_td]:py-2 @3xl:[&_td]:align-top'
    : '@3xl:[&_td]:py-1.5 @3xl:[&_td]:align-middle';
  return (
    <div className="@container">
      <table
        aria-busy={isLoading}
        className={`block w-full transition-opacity duration-[var(--duration-quick)] @3xl:table @3xl:table-fixed @3xl:border-separate @3xl:border-spacing-0 ${isLoading ? 'opacity-60' : ''}`}
      >
        <thead className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr>
            {columns.map((column) => (
              <ColumnHeader key={column.name} column={column} orders={orders} />
            ))}
          </tr>
        </thead>
        {/* The styles that all rows and cells share stand here once: on each of them it would be most of the page. */}
        <tbody
          className={`block divide-y divide-line wrap-anywhere rounded-lg border border-line bg-surface @3xl:table-row-group @3xl:divide-y-0 @3xl:rounded-none @3xl:border-0 [&_td]:@max-3xl:empty:hidden @3xl:[&_td]:border-b @3xl:[&_td]:border-line @3xl:[&_td]:pr-3 @3xl:[&_td]:first:pl-3 [&_tr]:relative [&_tr]:flex [&_tr]:flex-wrap [&_tr]:items-center [&_tr]:gap-x-3 [&_tr]:gap-y-1 [&_tr]:py-2 [&_tr]:pr-1.5 [&_tr]:pl-3 [&_tr]:after:order-2 [&_tr]:after:basis-full @3xl:[&_tr]:table-row @3xl:[&_tr]:after:hidden ${align}`}
        >
          {rows.map((row) => (
            <tr
              key={row.id}
              className={
                isSelected?.(row)
                  ? 'bg-signal/7'
                  : '@3xl:bg-surface @3xl:hover:bg-[color-mix(in_oklch,var(--color-surface),var(--color-sunken)_55%)]'
              }
            >
              {columns.map(({ name, place = 'fact', cardLabel, className = '', cell }) => {
                const value = cell(row);
                return (
                  <td key={name} className={`${placeClass[place]} ${className}`}>
                    {cardLabel !== undefined && value !== null && (
                      <span className="@3xl:hidden">{cardLabel} </span>
                    )}
                    {value}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A column's name; where the list can be ordered by it, a link that does so, and reverses the order when clicked again. */
function ColumnHeader<Sort extends string>({
  column: { name, sort, width = '', place },
  orders,
}: {
  column: Pick<Column<never, Sort>, 'name' | 'sort' | 'width' | 'place'>;
  orders?: ListOrders<Sort> | null | undefined;
}) {
  const params = useListParams();
  const className = `${headerClass} ${width} ${place === 'actions' ? '@3xl:text-right' : ''}`;
  if (sort === undefined || !orders) {
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    );
  }
  const order = readOrder(params, orders);
  const direction = order.column === sort ? order.direction : null;
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
      className={className}
    >
      <Link
        to={orderLink(params, sort, orders)}
        preventScrollReset
        className="group inline-flex items-center gap-1 rounded-sm hover:text-ink"
      >
        {name}
        <Arrow className={`size-3.5 ${direction === null ? 'opacity-0 group-hover:opacity-60' : ''}`} />
      </Link>
    </th>
  );
}
