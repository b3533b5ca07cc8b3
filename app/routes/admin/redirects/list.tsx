import { Download, Plus, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, href, useSearchParams } from 'react-router';

import type { Route } from './+types/list';
import { uploadedText } from '#app/http/form-fields.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { createRedirect } from '#domain/redirects/create-redirect.ts';
import { deleteRedirect } from '#domain/redirects/delete-redirect.ts';
import { importRedirects } from '#domain/redirects/import-redirects.ts';
import { listRedirects } from '#domain/redirects/list-redirects.ts';
import { updateRedirect } from '#domain/redirects/update-redirect.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { shortDay } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { useIsLoading } from '../hooks/use-is-loading.ts';
import { readPage } from '../list/list-address.ts';
import { Pager } from '../list/pager.tsx';
import { FoundCount } from '../list/found-count.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { DeleteRedirectDialog } from './delete-redirect-dialog.tsx';
import { ImportRedirectsDialog, type ImportProblems } from './import-redirects-dialog.tsx';
import { RedirectDialog, type EditedRedirect } from './redirect-dialog.tsx';
import { redirectFailures } from './redirect-messages.ts';
import { redirectQuery } from './redirect-query.ts';
import { RedirectTable, type RedirectTableRow } from './redirect-table.tsx';
import { RedirectsHeader } from './redirects-header.tsx';

const loadFailure = 'Failed to load redirects.';
/** Messages about a file that are shown at once. */
const maxProblems = 100;
const newRedirect: EditedRedirect = { id: null, from: '', to: null, status: 301 };

export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const query = { ...redirectQuery(url.searchParams), page: readPage(url.searchParams) };
    const { items, ...list } = await listRedirects(domain, query);
    return {
      ...list,
      redirects: items.map(({ lastHitAt, ...redirect }) => ({
        ...redirect,
        lastUsed: lastHitAt && shortDay(lastHitAt, domain.timeZone),
      })),
    };
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

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

export function meta() {
  return screenMeta('Redirects');
}

export default function Redirects({ loaderData }: Route.ComponentProps) {
  const { redirects, found, total, page, pages } = loaderData;
  const [params] = useSearchParams();
  const [edited, setEdited] = useState<EditedRedirect | null>(null);
  const [deleted, setDeleted] = useState<RedirectTableRow | null>(null);
  const [isImporting, setImporting] = useState(false);
  const isLoading = useIsLoading(href('/admin/redirects'));
  const isSearch = (params.get('q') ?? '').trim() !== '';
  const list = useRef<HTMLDivElement>(null);

  return (
    <div ref={list} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
      <RedirectsHeader view={href('/admin/redirects')}>
        <Link
          to={`${href('/admin/redirects/export')}?${params}`}
          reloadDocument
          className={buttonClass('secondary')}
        >
          <Download />
          Export CSV
        </Link>
        <Button onClick={() => setImporting(true)}>
          <Upload />
          Import CSV
        </Button>
        <Button variant="primary" onClick={() => setEdited(newRedirect)}>
          <Plus />
          New Redirect
        </Button>
      </RedirectsHeader>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox placeholder="Search redirects..." />
        <FoundCount found={found} total={total} isSearch={isSearch} className="ml-auto" />
      </div>
      {redirects.length > 0 ? (
        <RedirectTable redirects={redirects} isLoading={isLoading} onEdit={setEdited} onDelete={setDeleted} />
      ) : (
        <div className="grid justify-items-center gap-1 rounded-lg border border-dashed border-line-strong px-4 py-16 text-center">
          <p className="text-base font-semibold">{isSearch ? 'No redirects found' : 'No redirects yet'}</p>
          {!isSearch && (
            <p className="max-w-prose text-ink-soft">
              A redirect leads visitors of an address without a page to another one. Posts that get a new slug
              redirect by themselves.
            </p>
          )}
        </div>
      )}
      <Pager page={page} pages={pages} />
      {edited !== null && <RedirectDialog redirect={edited} onClose={() => setEdited(null)} />}
      {deleted !== null && (
        <DeleteRedirectDialog
          redirect={deleted}
          onClose={() => setDeleted(null)}
          onDone={() => {
            setDeleted(null);
            list.current?.focus();
          }}
        />
      )}
      {isImporting && <ImportRedirectsDialog onClose={() => setImporting(false)} />}
    </div>
  );
}

export const ErrorBoundary = ScreenFailure;
