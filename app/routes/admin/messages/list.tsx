import { Download, Inbox, Send, ShieldAlert, UserX } from 'lucide-react';
import { useState } from 'react';
import { Link, data, useSearchParams, href } from 'react-router';

import type { Route } from './+types/list';
import { erasePerson } from '#domain/messages/erase-person.ts';
import { listMessages } from '#domain/messages/list-messages.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { shortMoment } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { changed, readPage } from '../list/list-address.ts';
import { Pager } from '../list/pager.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { redirectToasts, redirectWithToast } from '../frame/redirect-toasts.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { useIsLoading } from '../hooks/use-is-loading.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { filterNames, InboxFilter } from './inbox-filter.tsx';
import { inboxQuery } from './inbox-query.ts';
import { MessageTable } from './message-table.tsx';

const loadFailure = 'Failed to load messages.';

export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const { items, ...list } = await listMessages(domain, {
      ...inboxQuery(url.searchParams),
      page: readPage(url.searchParams),
    });
    return data({
      ...list,
      messages: items.map(({ createdAt, ...message }) => ({
        ...message,
        received: shortMoment(createdAt, domain.timeZone),
      })),
    });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

const failures = { erase: 'Failed to erase this person.' };

export const action = formAction(failures, {
  erase: async (ctx, { email = '', leaves }) => {
    await erasePerson(ctx, email);
    if (leaves === 'yes') throw redirectWithToast(href('/admin/messages'), { key: 'person-erased' });
    return { done: redirectToasts['person-erased'] };
  },
});

export const clientAction = formClientAction(failures);

export const handle = new FailingScreen('Messages', loadFailure);

export function meta() {
  return screenMeta('Messages');
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { messages, found, spam, undelivered, owners, origins, page, pages } = loaderData;
  const [params] = useSearchParams();
  const [isErasing, setErasing] = useState(false);
  const isLoading = useIsLoading(href('/admin/messages'));
  const isSpam = params.get('folder') === 'spam';
  const isSearch = ['q', ...filterNames].some((name) => (params.get(name) ?? '') !== '');

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Messages</h1>
        <div className="flex flex-wrap gap-2">
          <Link
            to={`${href('/admin/messages/export')}?${params}`}
            reloadDocument
            className={buttonClass('secondary')}
          >
            <Download />
            Export CSV
          </Link>
          <Link to={href('/admin/messages/delivery')} className={buttonClass('secondary')}>
            <Send />
            Delivery
          </Link>
          <Button onClick={() => setErasing(true)}>
            <UserX />
            Erase a Person
          </Button>
        </div>
      </header>

      {undelivered > 0 && (
        <p className="rounded-md border border-danger bg-danger/6 px-3 py-2">
          {undelivered === 1
            ? '1 message is kept here and has not reached your mailbox.'
            : `${undelivered.toLocaleString('en-US')} messages are kept here and have not reached your mailbox.`}{' '}
          <Link to={href('/admin/messages/delivery')} className="font-medium underline underline-offset-4">
            See what is wrong with the delivery
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <nav aria-label="Folders" className="flex gap-1">
          <Folder to={href('/admin/messages')} isOpen={!isSpam}>
            <Inbox />
            Inbox
          </Folder>
          <Folder to={changed(new URLSearchParams(), { folder: 'spam' })} isOpen={isSpam}>
            <ShieldAlert />
            {spam === 0 ? 'Spam' : `Spam (${spam.toLocaleString('en-US')})`}
          </Folder>
        </nav>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:basis-full sm:flex-1 sm:justify-end">
          <output className="text-ink-soft tabular-nums max-sm:order-last">
            {found === 1 ? '1 message' : `${found.toLocaleString('en-US')} messages`}
          </output>
          <SearchBox placeholder="Search messages..." />
        </div>
      </div>
      <InboxFilter key={params.toString()} params={params} owners={owners} origins={origins} />

      {isSpam && (
        <p className="text-ink-soft">
          What looks like spam is kept here for 30 days and not delivered. Its senders saw that it was sent.
        </p>
      )}
      {messages.length > 0 ? (
        <MessageTable messages={messages} isLoading={isLoading} />
      ) : (
        <div className="grid justify-items-center gap-1 rounded-lg border border-dashed border-line-strong px-4 py-16 text-center">
          <p className="text-base font-semibold">
            {isSearch ? 'No messages found' : isSpam ? 'No spam' : 'No messages yet'}
          </p>
          {(isSearch || !isSpam) && (
            <p className="text-ink-soft">
              {isSearch
                ? 'Try adjusting your search or filter.'
                : 'What visitors send by the contact form and the JV form arrives here.'}
            </p>
          )}
        </div>
      )}
      <Pager page={page} pages={pages} />
      {isErasing && <EraseDialog email={null} onClose={() => setErasing(false)} />}
    </div>
  );
}

function Folder({ to, isOpen, children }: { to: string; isOpen: boolean; children: React.ReactNode }) {
  return (
    <Link
      to={to}
      {...(isOpen ? { 'aria-current': 'page' } : {})}
      className={buttonClass('quiet', 'aria-[current=page]:bg-sunken aria-[current=page]:text-ink')}
    >
      {children}
    </Link>
  );
}

export const ErrorBoundary = ScreenFailure;
