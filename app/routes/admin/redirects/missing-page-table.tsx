import { X } from 'lucide-react';

import type { ListedMissingPage } from '#domain/redirects/list-missing-pages.ts';
import { Button, IconButton } from '#app/ui/button.tsx';
import { useAction } from '../actions/use-action.ts';
import { ColumnHeader, OrderedColumnHeader } from '../list/column-header.tsx';
import { ListTable, tallCellClass } from '../list/list-table.tsx';
import { missingPageOrders } from './redirect-query.ts';

export type MissingPageTableRow = Omit<ListedMissingPage, 'lastSeenAt'> & { lastSeen: string };

/** The addresses without a page; on small screens each row is laid out as a card. */
export function MissingPageTable({
  missing,
  isLoading,
  onRedirect,
}: {
  missing: readonly MissingPageTableRow[];
  isLoading: boolean;
  onRedirect: (row: MissingPageTableRow) => void;
}) {
  return (
    <ListTable
      isLoading={isLoading}
      head={
        <>
          <OrderedColumnHeader column="address" orders={missingPageOrders}>
            Address
          </OrderedColumnHeader>
          <OrderedColumnHeader column="visits" orders={missingPageOrders} className="@3xl:w-28">
            Visits
          </OrderedColumnHeader>
          <OrderedColumnHeader column="seen" orders={missingPageOrders} className="@3xl:w-28">
            Last Seen
          </OrderedColumnHeader>
          <ColumnHeader className="@3xl:w-48">Redirect</ColumnHeader>
        </>
      }
    >
      {missing.map((row) => (
        <MissingPage key={row.path} row={row} onRedirect={() => onRedirect(row)} />
      ))}
    </ListTable>
  );
}

function MissingPage({ row, onRedirect }: { row: MissingPageTableRow; onRedirect: () => void }) {
  const { path, name, visits, botVisits, referrers, lastSeen } = row;
  const { submit, isBusy } = useAction();

  return (
    <tr className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2.5 @3xl:table-row @3xl:bg-surface">
      <td className={`${tallCellClass} min-w-0 basis-full @3xl:pl-3`}>
        <span className="line-clamp-3 font-mono text-xs font-medium wrap-anywhere" title={path}>
          {name}
        </span>
        {referrers.length > 0 && (
          <details className="mt-1 text-ink-soft">
            <summary className="w-fit cursor-pointer rounded-sm hover:text-ink">
              {referrers.length === 1 ? 'Linked from 1 page' : `Linked from ${referrers.length} pages`}
            </summary>
            <ul className="mt-1 grid gap-0.5">
              {referrers.map((page) => (
                <li key={page} className="font-mono text-xs wrap-anywhere">
                  {page}
                </li>
              ))}
            </ul>
          </details>
        )}
      </td>
      <td className={`${tallCellClass} text-ink-soft tabular-nums`}>
        <Visits visits={visits} botVisits={botVisits} />
      </td>
      <td className={`${tallCellClass} text-ink-soft tabular-nums whitespace-nowrap`}>{lastSeen}</td>
      <td className={`${tallCellClass} min-w-0 basis-full`}>
        <div className="flex items-start gap-1">
          <Button aria-label={`Create redirect for ${name}`} onClick={onRedirect}>
            Create redirect
          </Button>
          <IconButton
            label={`Dismiss ${name}`}
            className="ml-auto"
            disabled={isBusy}
            onClick={() => void submit({ intent: 'dismiss', path }, { method: 'post' })}
          >
            <X />
          </IconButton>
        </div>
      </td>
    </tr>
  );
}

/** Those of people first; bots are said apart. */
function Visits({ visits, botVisits }: { visits: number; botVisits: number }) {
  const bots = `${botVisits.toLocaleString('en-US')} ${botVisits === 1 ? 'bot' : 'bots'}`;
  if (visits === 0) return bots;
  return (
    <>
      {visits.toLocaleString('en-US')}
      <span className="@3xl:hidden">{visits === 1 ? ' visit' : ' visits'}</span>
      {botVisits > 0 && <span className="block text-xs max-@3xl:inline"> + {bots}</span>}
    </>
  );
}
