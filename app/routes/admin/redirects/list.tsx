import { Pencil, Plus, Trash2 } from 'lucide-react';

import { createRedirect, deleteRedirect, updateRedirect } from '#domain/redirects/change-redirects.ts';
import { listRedirects } from '#domain/redirects/list-redirects.ts';
import { Badge } from '#app/ui/badge.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { formAction, onRow } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { Day } from '../hooks/dates.tsx';
import { readListQuery, type ListOrders } from '../list/list-address.ts';
import { ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { RedirectDialog, statusNames } from './redirect-dialog.tsx';
import { redirectTabs } from './redirect-tabs.tsx';

const failures = {
  create: 'Failed to save redirect.',
  update: 'Failed to save redirect.',
  delete: 'Failed to delete redirect.',
};

const orders: ListOrders<'from' | 'hits' | 'used' | 'created'> = {
  first: { from: 'asc', hits: 'desc', used: 'desc', created: 'desc' },
  usual: { column: 'created', direction: 'desc' },
};

export const loader = screenLoader((domain, { url }) =>
  listRedirects(domain, readListQuery(url.searchParams, orders)),
);

export const action = formAction(failures, {
  create: { run: createRedirect, done: 'Redirect created successfully.' },
  update: onRow(updateRedirect, 'Redirect updated successfully.'),
  delete: onRow(deleteRedirect, 'Redirect deleted successfully.'),
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Redirects', 'Failed to load redirects.');

type Loaded = Awaited<ReturnType<typeof loader>>;
type Redirect = Loaded['items'][number];

export default function Redirects({ loaderData }: { loaderData: Loaded }) {
  return (
    <ListScreen
      {...loaderData}
      heading="Redirects"
      actions={
        <DialogButton icon={Plus} variant="primary" dialog={<RedirectDialog />}>
          New Redirect
        </DialogButton>
      }
      intro={redirectTabs}
      search="Search redirects..."
      names={{ one: 'redirect', many: 'redirects' }}
      columns={columns}
      orders={orders}
      notFound="No redirects found"
      empty={{
        title: 'No redirects yet',
        text: 'A redirect sends visitors of an address without a page to another one. Posts with a new slug redirect automatically.',
      }}
    />
  );
}

const columns: Column<Redirect, keyof typeof orders.first>[] = [
  {
    name: 'From',
    sort: 'from',
    place: 'title',
    className: 'font-medium',
    cell: ({ from }) => <Address text={from} />,
  },
  {
    name: 'To',
    place: 'line',
    cell: ({ to }) => to !== null && <Address text={to} isTarget />,
  },
  {
    name: 'Type',
    width: '@3xl:w-32',
    cell: ({ status }) => (
      <Badge tone={status === 410 ? 'warn' : 'neutral'}>{`${status} ${statusNames[status]}`}</Badge>
    ),
  },
  {
    name: 'Hits',
    sort: 'hits',
    width: '@3xl:w-24',
    cardLabel: 'Hits:',
    cell: ({ hits }) => hits.toLocaleString('en-US'),
  },
  {
    name: 'Last Used',
    sort: 'used',
    width: '@3xl:w-28',
    cell: ({ lastHitAt }) => lastHitAt && <Day at={lastHitAt} />,
  },
  {
    name: 'Actions',
    width: '@3xl:w-24',
    place: 'actions',
    cell: (redirect) => <RowActions {...redirect} />,
  },
];

function RowActions(redirect: Redirect) {
  const { id, from } = redirect;
  return (
    <>
      <DialogButton icon={Pencil} label={`Edit ${from}`} dialog={<RedirectDialog {...redirect} />} />
      <DialogButton
        icon={Trash2}
        label={`Delete ${from}`}
        dialog={
          <ConfirmAction title="Delete Redirect" confirm="Delete" fields={{ intent: 'delete', id }}>
            <p className="wrap-anywhere">Are you sure you want to delete the redirect for "{from}"?</p>
            <p>Visitors of that address will see the not-found page.</p>
          </ConfirmAction>
        }
      />
    </>
  );
}

function Address({ text, isTarget = false }: { text: string; isTarget?: boolean }) {
  return (
    <span className="line-clamp-3 font-mono text-xs wrap-anywhere" title={text}>
      {isTarget && (
        <span aria-hidden className="@3xl:hidden">
          →{' '}
        </span>
      )}
      {text}
    </span>
  );
}
