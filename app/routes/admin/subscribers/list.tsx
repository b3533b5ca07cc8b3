import { Download, ShieldCheck, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link, data, useSearchParams, href } from 'react-router';

import type { Route } from './+types/list';
import { sendPendingConfirmations } from '#domain/newsletter/send-pending-confirmations.ts';
import { allowSubscriber } from '#domain/newsletter/allow-subscriber.ts';
import { importSubscribers } from '#domain/newsletter/import-subscribers.ts';
import { listSubscribers } from '#domain/newsletter/list-subscribers.ts';
import { subscriberStates } from '#domain/newsletter/subscriber-state.ts';
import { domainContext } from '#app/http/request-context.ts';
import { textField, uploadedText } from '#app/http/form-fields.ts';
import { refusal } from '#app/http/respond.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { shortDay } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { changed, readPage } from '../list/list-address.ts';
import { Pager } from '../list/pager.tsx';
import { FoundCount } from '../list/found-count.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { EraseDialog } from '../messages/erase-dialog.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { useIsLoading } from '../hooks/use-is-loading.ts';
import { SendConfirmationButton } from './send-confirmation-button.tsx';
import { ImportSubscribersDialog } from './import-subscribers-dialog.tsx';
import { subscriberQuery } from './subscriber-query.ts';
import { SubscriberTable } from './subscriber-table.tsx';

const loadFailure = 'Failed to load subscribers.';

const failures = {
  import: 'Failed to import subscribers.',
  ask: 'Failed to ask subscribers to confirm.',
  allow: 'Failed to allow emails to this address again.',
};

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
      subscribers: items.map(({ createdAt, changedAt, consentAt, ...subscriber }) => ({
        ...subscriber,
        created: shortDay(createdAt, domain.timeZone),
        changed: changedAt && shortDay(changedAt, domain.timeZone),
        consented: consentAt && shortDay(consentAt, domain.timeZone),
      })),
    });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export const action = formAction(failures, {
  import: async (ctx, _, { form }) => {
    const source = textField(form, 'consentSource');
    const { added, known, suppressed, unreadable } = await importSubscribers(
      ctx,
      await uploadedText(form, 'file'),
      source,
    );
    const stayOut =
      suppressed > 0 ? ` ${suppressed} stay out: unsubscribed, bounced, complained or erased.` : '';
    return { done: `${added} added, ${known} known already, ${unreadable} could not be read.${stayOut}` };
  },
  allow: async (ctx, { id }) => {
    const email = await allowSubscriber(ctx, String(id ?? ''));
    return { done: `${email} is pending again and can be asked to confirm.` };
  },
  ask: async (ctx) => {
    const sent = await sendPendingConfirmations(ctx);
    return { done: sent === 1 ? '1 email will be sent.' : `${sent} emails will be sent.` };
  },
});

export const clientAction = formClientAction(failures);

export const handle = new FailingScreen('Subscribers', loadFailure);

export function meta() {
  return screenMeta('Subscribers');
}

export default function Subscribers({ loaderData }: Route.ComponentProps) {
  const { subscribers, found, total, neverAsked, page, pages, sendsEmail } = loaderData;
  const [params] = useSearchParams();
  const [isImporting, setImporting] = useState(false);
  const [erased, setErased] = useState<string | null>(null);
  const isLoading = useIsLoading(href('/admin/subscribers'));
  const state = params.get('state') ?? '';
  const isSearch = state !== '' || (params.get('q') ?? '') !== '';

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Subscribers</h1>
        <div className="flex flex-wrap gap-2">
          <Link to={href('/admin/newsletter')} className={buttonClass('secondary')}>
            <ShieldCheck />
            Newsletter Set-Up
          </Link>
          {sendsEmail && neverAsked > 0 && <SendConfirmationButton people={neverAsked} />}
          <Link
            to={`${href('/admin/subscribers/export')}?${params}`}
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
          Email is not set up, so no confirmation can be sent and new subscribers stay pending.
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
          <FoundCount found={found} total={total} isSearch={isSearch} className="max-sm:order-last" />
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
      {isImporting && <ImportSubscribersDialog onClose={() => setImporting(false)} />}
      {erased !== null && <EraseDialog email={erased} onClose={() => setErased(null)} />}
    </div>
  );
}

export const ErrorBoundary = ScreenFailure;
