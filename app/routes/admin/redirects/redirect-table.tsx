import { Pencil, Trash2 } from 'lucide-react';

import type { ListedRedirect } from '#domain/redirects/list-redirects.ts';
import { Badge } from '#app/ui/badge.tsx';
import { IconButton } from '#app/ui/button.tsx';
import { ColumnHeader, OrderedColumnHeader } from '../list/column-header.tsx';
import { cellClass, ListTable } from '../list/list-table.tsx';
import { statusNames } from './redirect-messages.ts';
import { redirectOrders } from './redirect-query.ts';

export type RedirectTableRow = Omit<ListedRedirect, 'lastHitAt'> & { lastUsed: string | null };

/** The redirects; on small screens each row is laid out as a card. */
export function RedirectTable({
  redirects,
  isLoading,
  onEdit,
  onDelete,
}: {
  redirects: readonly RedirectTableRow[];
  isLoading: boolean;
  onEdit: (redirect: RedirectTableRow) => void;
  onDelete: (redirect: RedirectTableRow) => void;
}) {
  return (
    <ListTable
      isLoading={isLoading}
      head={
        <>
          <OrderedColumnHeader column="from" orders={redirectOrders}>
            From
          </OrderedColumnHeader>
          <ColumnHeader>To</ColumnHeader>
          <ColumnHeader className="@3xl:w-32">Type</ColumnHeader>
          <OrderedColumnHeader column="hits" orders={redirectOrders} className="@3xl:w-24">
            Hits
          </OrderedColumnHeader>
          <OrderedColumnHeader column="used" orders={redirectOrders} className="@3xl:w-28">
            Last Used
          </OrderedColumnHeader>
          <ColumnHeader className="@3xl:w-24 @3xl:text-right">Actions</ColumnHeader>
        </>
      }
    >
      {redirects.map((redirect) => {
        const { id, from, to, status, hits, lastUsed } = redirect;
        return (
          <tr
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-1.5 pl-3 @3xl:table-row @3xl:bg-surface"
          >
            <td className={`${cellClass} order-1 min-w-0 flex-1 basis-[calc(100%-6rem)] @3xl:pl-3`}>
              <span className="line-clamp-3 font-mono text-xs font-medium wrap-anywhere" title={from}>
                {from}
              </span>
            </td>
            <td className={`${cellClass} order-3 min-w-0 basis-full text-ink-soft`}>
              {to !== null && (
                <span className="line-clamp-3 font-mono text-xs wrap-anywhere" title={to}>
                  <span aria-hidden className="@3xl:hidden">
                    →{' '}
                  </span>
                  {to}
                </span>
              )}
            </td>
            <td className={`${cellClass} order-4`}>
              <Badge tone={status === 410 ? 'warn' : 'neutral'}>{`${status} ${statusNames[status]}`}</Badge>
            </td>
            <td className={`${cellClass} order-5 text-ink-soft tabular-nums whitespace-nowrap`}>
              {hits.toLocaleString('en-US')}
              <span className="@3xl:hidden">{hits === 1 ? ' hit' : ' hits'}</span>
            </td>
            <td
              className={`${cellClass} order-6 text-ink-soft tabular-nums whitespace-nowrap empty:hidden @3xl:empty:table-cell`}
            >
              {lastUsed}
            </td>
            <td className={`${cellClass} order-2 flex min-h-8 justify-end @3xl:table-cell @3xl:text-right`}>
              <IconButton label={`Edit ${from}`} onClick={() => onEdit(redirect)}>
                <Pencil />
              </IconButton>
              <IconButton label={`Delete ${from}`} onClick={() => onDelete(redirect)}>
                <Trash2 />
              </IconButton>
            </td>
          </tr>
        );
      })}
    </ListTable>
  );
}
