import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link, data, useNavigation, useSearchParams } from 'react-router';

import type { Route } from './+types/list';
import type { DomainContext } from '#domain/context.ts';
import { sendPendingConfirmations } from '#domain/newsletter/send-pending-confirmations.ts';
import { importSubscribers } from '#domain/newsletter/import-subscribers.ts';
import { listSubscribers } from '#domain/newsletter/list-subscribers.ts';
import { subscriberStates } from '#domain/newsletter/subscriber-state.ts';
import { textField } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { shortDay } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { changed, readPage } from '../list/list-address.ts';
import { Pager } from '../list/pager.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { withNetworkFallback } from '../network-error.ts';
import { EraseDialog } from '../messages/erase-dialog.tsx';
import type { Outcome } from '../messages/outcome.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { AskButton } from './send-confirmation-button.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { subscriberQuery } from './subscriber-query.ts';
import { SubscriberTable } from './subscriber-table.tsx';

const loadFailure = 'Failed to load subscribers.';
const importFailure = 'Failed to import subscribers.';
const askFailure = 'Failed to ask subscribers.';

export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const { items, ...list } = await listSubscribers(domain, {
      ...subscriberQuery(url.searchParams),
      page: readPage(url.searchParams),
    });
    return data({
      ...list,
      sendsEmail: domain.mail.isSetUp,
      subscribers: items.map(({ createdAt, changedAt, ...subscriber }) => ({
        ...subscriber,
        created: shortDay(createdAt, domain.timeZone),
        changed: changedAt && shortDay(changedAt, domain.timeZone),
      })),
    });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (textField(form, 'intent') === 'ask') return ask(context.get(domainContext), context);
  const file = form.get('file');
  if (file === null) return data<Outcome>({ ok: false, message: importFailure }, { status: 400 });
  try {
    const text = typeof file === 'string' ? file : await file.text();
    const { added, known, unreadable } = await importSubscribers(context.get(domainContext), text);
    const message = `${added} added, ${known} known already, ${unreadable} could not be read.`;
    return data<Outcome>({ ok: true, message });
  } catch (error) {
    const { status, message } = failureOf(error, importFailure, context);
    return data<Outcome>({ ok: false, message }, { status });
  }
}

async function ask(domain: DomainContext, context: Route.ActionArgs['context']) {
  try {
    const asked = await sendPendingConfirmations(domain);
    const message = asked === 1 ? '1 letter is on its way.' : `${asked} letters are on their way.`;
    return data<Outcome>({ ok: true, message });
  } catch (error) {
    const { status, message } = failureOf(error, askFailure, context);
    return data<Outcome>({ ok: false, message }, { status });
  }
}

/** A failing line or an ended session is an answer too: the screen stays. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const isAsking = textField(await request.clone().formData(), 'intent') === 'ask';
  return withNetworkFallback(serverAction(), isAsking ? askFailure : importFailure, (message): Outcome => ({
    ok: false,
    message,
  }));
}

export const handle = new FailingScreen('Subscribers', loadFailure);

export function meta() {
  return screenMeta('Subscribers');
}

export default function Subscribers({ loaderData }: Route.ComponentProps) {
  const { subscribers, found, total, neverAsked, page, pages, sendsEmail } = loaderData;
  const [params] = useSearchParams();
  const navigation = useNavigation();
  const [isImporting, setImporting] = useState(false);
  const [erased, setErased] = useState<string | null>(null);
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === '/admin/subscribers';
  const state = params.get('state') ?? '';
  const isSearch = state !== '' || (params.get('q') ?? '') !== '';

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Subscribers</h1>
        <div className="flex flex-wrap gap-2">
          {sendsEmail && neverAsked > 0 && <AskButton people={neverAsked} />}
          <Link
            to={`/admin/subscribers/export?${params}`}
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
        </div>
      </header>
      {!sendsEmail && (
        <p className="text-ink-soft">
          No email is set up here: nobody can be asked to confirm, so new subscribers stay pending.
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <nav aria-label="States" className="flex flex-wrap gap-1">
          {[['', 'All'] as const, ...Object.entries(subscriberStates)].map(([value, name]) => (
            <Link
              key={value}
              to={changed(params, { state: value, page: null })}
              {...(state === value ? { 'aria-current': 'page' } : {})}
              className={buttonClass('quiet', 'aria-[current=page]:bg-sunken aria-[current=page]:text-ink')}
            >
              {name}
            </Link>
          ))}
        </nav>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:basis-full sm:flex-1 sm:justify-end">
          <output className="text-ink-soft tabular-nums max-sm:order-last">
            {isSearch && `${found.toLocaleString('en-US')} found of `}
            {`${total.toLocaleString('en-US')} total`}
          </output>
          <SearchBox placeholder="Search subscribers..." />
        </div>
      </div>
      {subscribers.length > 0 ? (
        <SubscriberTable subscribers={subscribers} isLoading={isLoading} onErase={setErased} />
      ) : (
        <div className="grid justify-items-center gap-1 rounded-lg border border-dashed border-line-strong px-4 py-16 text-center">
          <p className="text-base font-semibold">
            {isSearch ? 'No subscribers found' : 'No subscribers yet'}
          </p>
          {!isSearch && <p className="text-ink-soft">Visitors sign up by the newsletter box of the blog.</p>}
        </div>
      )}
      <Pager page={page} pages={pages} />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      {erased !== null && <EraseDialog email={erased} onClose={() => setErased(null)} />}
    </div>
  );
}

export const ErrorBoundary = ScreenFailure;
