import { Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { href, useSearchParams } from 'react-router';

import type { Route } from './+types/list';
import { uploadedText } from '#app/http/form-fields.ts';
import { createRedirect, deleteRedirect, updateRedirect } from '#domain/redirects/change-redirects.ts';
import { importRedirects, type RowProblem } from '#domain/redirects/import-redirects.ts';
import { listRedirects } from '#domain/redirects/list-redirects.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, IconButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { shortDay } from '../dates.ts';
import { FailingScreen, keepLoaded, loadOrKeep, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { ImportDialog } from '../list/import-dialog.tsx';
import { isNarrowed, readListQuery } from '../list/list-address.ts';
import { countText, ExportLink, LinkTabs, ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { Pager } from '../list/pager.tsx';
import { type EditedRedirect, RedirectDialog } from './redirect-dialog.tsx';
import { redirectFailures, statusNames } from './redirect-messages.ts';
import { redirectOrders, redirectViews } from './redirect-query.ts';

const loadFailure = 'Failed to load redirects.';
/** Messages about a file that are shown at once. */
const maxProblems = 100;
const newRedirect: EditedRedirect = { id: null, from: '', to: null, status: 301 };

/** What is wrong in a file that was refused: the first rows of it, and how many messages there are in all. */
type ImportProblems = { problems: RowProblem[]; total: number };

export const loader = screenLoader(loadFailure, async (domain, { url }) => {
  const { items, ...list } = await listRedirects(domain, readListQuery(url.searchParams, redirectOrders));
  return {
    ...list,
    redirects: items.map(({ lastHitAt, ...redirect }) => ({
      ...redirect,
      lastUsed: lastHitAt && shortDay(lastHitAt, domain.timeZone),
    })),
  };
});

export const clientLoader = (args: Route.ClientLoaderArgs) => loadOrKeep(args);

export const action = formAction(redirectFailures, {
  create: { run: createRedirect, done: 'Redirect created successfully.' },
  update: {
    run: (ctx, { id = '', ...fields }) => updateRedirect(ctx, id, fields),
    done: 'Redirect updated successfully.',
  },
  delete: { run: (ctx, { id = '' }) => deleteRedirect(ctx, id), done: 'Redirect deleted successfully.' },
  import: async (ctx, _, { form }) => {
    const imported = await importRedirects(ctx, await uploadedText(form, 'file'));
    if (imported.kind === 'imported') {
      const { added, changed, unchanged } = imported;
      return { done: `${added} added, ${changed} changed, ${unchanged} were there already.` };
    }
    const total = imported.problems.length;
    const details: ImportProblems = { problems: imported.problems.slice(0, maxProblems), total };
    const message = total === 1 ? '1 row needs a change.' : `${total} things need a change.`;
    return { refused: { status: 422, message: `Nothing was imported: ${message}`, details } };
  },
});

export const clientAction = formClientAction(redirectFailures);

export const handle = new FailingScreen('Redirects', loadFailure);

export const meta = () => screenMeta('Redirects');

type Loaded = Awaited<ReturnType<typeof loader>>;
type Redirect = Loaded['redirects'][number];

export default keepLoaded(function Redirects({ loaderData }: { loaderData: Loaded }) {
  const { redirects, found, total, page, pages } = loaderData;
  const [params] = useSearchParams();
  const [edited, setEdited] = useState<EditedRedirect | null>(null);
  const [deleted, setDeleted] = useState<Redirect | null>(null);
  const [isImporting, setImporting] = useState(false);
  const isSearch = isNarrowed(params);

  return (
    <ListScreen
      heading="Redirects"
      actions={
        <>
          <ExportLink to={href('/admin/redirects/export')} />
          <Button onClick={() => setImporting(true)}>
            <Upload />
            Import CSV
          </Button>
          <Button variant="primary" onClick={() => setEdited(newRedirect)}>
            <Plus />
            New Redirect
          </Button>
        </>
      }
      intro={<LinkTabs label="Views" tabs={redirectViews('Redirects')} />}
      search="Search redirects..."
      count={countText(found, total, { one: 'redirect', many: 'redirects' }, isSearch)}
      columns={columnsOf({ edit: setEdited, remove: setDeleted })}
      orders={redirectOrders}
      rows={redirects}
      empty={
        isSearch
          ? { title: 'No redirects found' }
          : {
              title: 'No redirects yet',
              text: 'A redirect sends visitors of an address without a page to another one. Posts with a new slug redirect automatically.',
            }
      }
      pager={<Pager page={page} pages={pages} />}
    >
      {edited !== null && <RedirectDialog redirect={edited} onClose={() => setEdited(null)} />}
      {deleted !== null && (
        <ConfirmAction
          title="Delete Redirect"
          confirm="Delete"
          fields={{ intent: 'delete', id: deleted.id }}
          onClose={() => setDeleted(null)}
        >
          <p className="wrap-anywhere">Are you sure you want to delete the redirect for "{deleted.from}"?</p>
          <p>Visitors of that address will see the not-found page.</p>
        </ConfirmAction>
      )}
      {isImporting && (
        <ImportDialog<ImportProblems>
          title="Import Redirects"
          intent="import"
          hint="Comma-separated values with the columns From, To and Status, up to 1 MB. Without a status it is 301; 410 needs no To. A redirect for the same address is replaced. All rows are imported or none."
          onClose={() => setImporting(false)}
        >
          {({ result }) => result?.ok === false && result.details && <Problems {...result.details} />}
        </ImportDialog>
      )}
    </ListScreen>
  );
});

function columnsOf({
  edit,
  remove,
}: {
  edit: (redirect: Redirect) => void;
  remove: (redirect: Redirect) => void;
}): Column<Redirect, keyof typeof redirectOrders.first>[] {
  return [
    {
      name: 'From',
      sort: 'from',
      place: 'title',
      cell: ({ from }) => (
        <span className="line-clamp-3 font-mono text-xs font-medium wrap-anywhere" title={from}>
          {from}
        </span>
      ),
    },
    {
      name: 'To',
      place: 'line',
      cell: ({ to }) =>
        to !== null && (
          <span className="line-clamp-3 font-mono text-xs wrap-anywhere" title={to}>
            <span aria-hidden className="@3xl:hidden">
              →{' '}
            </span>
            {to}
          </span>
        ),
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
      cell: ({ hits }) => (
        <>
          {hits.toLocaleString('en-US')}
          <span className="@3xl:hidden">{hits === 1 ? ' hit' : ' hits'}</span>
        </>
      ),
    },
    { name: 'Last Used', sort: 'used', width: '@3xl:w-28', cell: ({ lastUsed }) => lastUsed },
    {
      name: 'Actions',
      width: '@3xl:w-24',
      place: 'actions',
      cell: (redirect) => (
        <>
          <IconButton label={`Edit ${redirect.from}`} onClick={() => edit(redirect)}>
            <Pencil />
          </IconButton>
          <IconButton label={`Delete ${redirect.from}`} onClick={() => remove(redirect)}>
            <Trash2 />
          </IconButton>
        </>
      ),
    },
  ];
}

function Problems({ problems, total }: ImportProblems) {
  return (
    <Notice title="Nothing was imported.">
      <ul className="mt-1 grid gap-1">
        {problems.map(({ row, message }) => (
          <li key={`${row} ${message}`}>
            <strong className="font-medium tabular-nums">Row {row}:</strong> {message}
          </li>
        ))}
      </ul>
      {total > problems.length && (
        <p className="mt-1">And {(total - problems.length).toLocaleString('en-US')} more.</p>
      )}
    </Notice>
  );
}

export const ErrorBoundary = ScreenFailure;
