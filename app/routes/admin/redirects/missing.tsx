import { CornerUpRight, X } from 'lucide-react';

import { dismissMissingPage, listMissingPages } from '#domain/redirects/missing-pages.ts';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { counted } from '#domain/fields/counted.ts';
import { Screen } from '../frame/screen.tsx';
import { Day } from '../hooks/dates.tsx';
import { readListQuery, type ListOrders } from '../list/list-address.ts';
import { ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { RedirectDialog } from './redirect-dialog.tsx';
import { redirectTabs } from './redirect-tabs.tsx';

const failures = { dismiss: 'Failed to dismiss the address.' };

const orders: ListOrders<'address' | 'visits' | 'seen'> = {
  first: { address: 'asc', visits: 'desc', seen: 'desc' },
  usual: { column: 'visits', direction: 'desc' },
};

export const loader = screenLoader(async (domain, { url }) => {
  const { items, ...list } = await listMissingPages(domain, readListQuery(url.searchParams, orders));
  return { ...list, items: items.map((row) => ({ ...row, id: row.path })) };
});

export const action = formAction(failures, {
  dismiss: { run: (ctx, { path = '' }) => dismissMissingPage(ctx, path), done: null },
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Missing pages', 'Failed to load missing pages.');

type Loaded = Awaited<ReturnType<typeof loader>>;
type MissingPage = Loaded['items'][number];

export default function MissingPages({ loaderData }: { loaderData: Loaded }) {
  return (
    <ListScreen
      {...loaderData}
      heading="Missing pages"
      intro={redirectTabs}
      search="Search missing pages..."
      columns={columns}
      orders={orders}
      isTall
      notFound="No missing pages found"
      empty={{
        title: 'No missing pages',
        text: 'Addresses that visitors request but that have no page appear here within a few seconds.',
      }}
    />
  );
}

const columns: Column<MissingPage, keyof typeof orders.first>[] = [
  {
    name: 'Address',
    sort: 'address',
    place: 'line',
    className: 'text-ink',
    cell: ({ path, name, referrers }) => (
      <>
        <span className="line-clamp-3 font-mono text-xs font-medium wrap-anywhere" title={path}>
          {name}
        </span>
        <Referrers pages={referrers} />
      </>
    ),
  },
  {
    name: 'Visits',
    sort: 'visits',
    width: '@3xl:w-28',
    cardLabel: 'Visits:',
    cell: ({ visits }) => visits.toLocaleString('en-US'),
  },
  {
    name: 'Last Seen',
    sort: 'seen',
    width: '@3xl:w-28',
    cell: ({ lastSeenAt }) => <Day at={lastSeenAt} />,
  },
  {
    name: 'Actions',
    width: '@3xl:w-52',
    place: 'actions',
    className: '@max-3xl:order-4',
    cell: ({ path, name }) => (
      <>
        <DialogButton
          icon={CornerUpRight}
          variant="quiet"
          aria-label={`Create redirect for ${name}`}
          dialog={<RedirectDialog from={path} />}
        >
          Create redirect
        </DialogButton>
        <ActionButton icon={X} label={`Dismiss ${name}`} fields={{ intent: 'dismiss', path }} />
      </>
    ),
  },
];

function Referrers({ pages }: { pages: readonly string[] }) {
  if (pages.length === 0) return null;
  return (
    <details className="mt-1 text-ink-soft">
      <summary className="w-fit cursor-pointer rounded-sm hover:text-ink">
        {`Linked from ${counted(pages.length, 'page')}`}
      </summary>
      <ul className="mt-1 grid gap-0.5">
        {pages.map((page) => (
          <li key={page} className="font-mono text-xs wrap-anywhere">
            {page}
          </li>
        ))}
      </ul>
    </details>
  );
}
