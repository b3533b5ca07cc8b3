import { ArrowDown, ArrowUp } from 'lucide-react';
import { Link } from 'react-router';

import { orderLink, readOrder, type ListOrders } from './list-address.ts';
import { useListParams } from './use-list-params.ts';

const look =
  'border-b border-line bg-paper py-2 pr-3 text-left font-medium text-ink-soft @3xl:sticky @3xl:top-12 @3xl:z-10 @3xl:first:pl-3';

export function ColumnHeader({ className = '', children }: { className?: string; children: string }) {
  return (
    <th scope="col" className={`${look} ${className}`}>
      {children}
    </th>
  );
}

/** A column's name as a link that orders the list by it, and in the reverse order when clicked again. */
export function OrderedColumnHeader<Column extends string>({
  column,
  orders,
  className = '',
  children,
}: {
  column: Column;
  orders: ListOrders<Column>;
  className?: string;
  children: string;
}) {
  const params = useListParams();
  const order = readOrder(params, orders);
  const direction = order.column === column ? order.direction : null;
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
      className={`${look} ${className}`}
    >
      <Link
        to={orderLink(params, column, orders)}
        preventScrollReset
        className="group inline-flex items-center gap-1 rounded-sm hover:text-ink"
      >
        {children}
        <Arrow className={`size-3.5 ${direction === null ? 'opacity-0 group-hover:opacity-60' : ''}`} />
      </Link>
    </th>
  );
}
