import { Download, Send, UserX } from 'lucide-react';
import { href, Link, useSearchParams } from 'react-router';

import { erasePerson } from '#domain/messages/erase-person.ts';
import { listMessages } from '#domain/messages/list-messages.ts';
import { kindNames, statusNames } from '#domain/messages/message-status.ts';
import { originNames } from '#domain/analytics/lead-origin.ts';
import { formatLongDate } from '#domain/fields/dates.ts';
import { ActionMenu } from '../actions/action-menu.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { counted } from '#domain/fields/counted.ts';
import { Moment } from '../hooks/dates.tsx';
import { Screen } from '../frame/screen.tsx';
import { redirectToasts, redirectWithToast } from '../frame/redirect-toasts.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { readPage } from '../list/list-address.ts';
import { ListFilters, type Filter } from '../list/list-filters.tsx';
import { LinkTabs, ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { filterNames, inboxQuery } from './inbox-query.ts';
import { DeliveryText, StatusBadge } from './message-badges.tsx';

const failures = { erase: 'Failed to erase this person.' };

export const loader = screenLoader(async (domain, { url, context }) => {
  const query = { ...inboxQuery(url.searchParams), page: readPage(url.searchParams) };
  const { isOn: hasJvProgram } = readSiteWords(context, ['jv']).jv;
  return { ...(await listMessages(domain, query)), hasJvProgram };
});

export const action = formAction(failures, {
  erase: async (ctx, { email = '', leaves }) => {
    await erasePerson(ctx, email);
    if (leaves === 'yes') throw redirectWithToast(href('/admin/messages'), { key: 'person-erased' });
    return { done: redirectToasts['person-erased'] };
  },
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Messages', 'Failed to load messages.');

type Loaded = Awaited<ReturnType<typeof loader>>;
type Message = Loaded['items'][number];

export default function Messages({ loaderData }: { loaderData: Loaded }) {
  const { found, spam, undelivered } = loaderData;
  const [params] = useSearchParams();
  const isSpam = params.get('folder') === 'spam';
  const isDeleted = params.get('folder') === 'deleted';
  const spamName = spam === 0 ? 'Spam' : `Spam (${spam.toLocaleString('en-US')})`;

  return (
    <ListScreen
      {...loaderData}
      heading="Messages"
      actions={
        <ActionMenu
          entries={[
            !isDeleted && {
              name: 'Export CSV',
              icon: Download,
              to: `${href('/admin/messages/export')}?${params}`,
              reloadDocument: true,
            },
            { name: 'Delivery', icon: Send, to: href('/admin/messages/delivery') },
            {
              name: 'Erase a Person',
              icon: UserX,
              danger: true,
              dialog: <EraseDialog email={null} />,
            },
          ]}
        />
      }
      intro={
        <>
          {undelivered > 0 && <Undelivered count={undelivered} />}
          {isSpam && (
            <p className="text-ink-soft">
              Messages that look like spam are kept here for 30 days and are not emailed. Their senders were
              told that the message was sent.
            </p>
          )}
          {isDeleted && (
            <p className="text-ink-soft">
              Deleted messages, and those that were kept long enough, can be restored for 30 days. Then they
              are gone for good.
            </p>
          )}
        </>
      }
      tabs={
        <LinkTabs
          label="Folders"
          current={isSpam ? spamName : isDeleted ? 'Deleted' : 'Inbox'}
          tabs={[
            ['Inbox', href('/admin/messages')],
            [spamName, '?folder=spam'],
            ['Deleted', '?folder=deleted'],
          ]}
        />
      }
      search="Search messages..."
      filters={<InboxFilters {...loaderData} />}
      count={counted(found, 'message')}
      columns={columns}
      isTall
      narrowedBy={filterNames}
      notFound="No messages found"
      empty={isSpam ? { title: 'No spam' } : isDeleted ? { title: 'No deleted messages' } : noMessages}
    />
  );
}

const noMessages = {
  title: 'No messages yet',
  text: 'What visitors send by the forms of the site arrives here.',
};

function Undelivered({ count }: { count: number }) {
  return (
    <p className="rounded-md border border-danger bg-danger/6 px-3 py-2">
      {count === 1
        ? '1 message is kept here and has not reached your mailbox.'
        : `${count.toLocaleString('en-US')} messages are kept here and have not reached your mailbox.`}{' '}
      <Link to={href('/admin/messages/delivery')} className="font-medium underline underline-offset-4">
        See what is wrong with the delivery
      </Link>
    </p>
  );
}

const columns: Column<Message>[] = [
  {
    name: 'From',
    width: '@3xl:w-[22%]',
    place: 'title',
    cell: ({ name, email, isRead }) => (
      <>
        <span className={`flex gap-2 ${isRead ? '' : 'font-semibold'}`}>
          {!isRead && (
            <span className="mt-1.5 size-2 shrink-0 rounded-full border-4 border-signal">
              <span className="sr-only">Unread: </span>
            </span>
          )}
          <span className="line-clamp-2 min-w-0 wrap-anywhere [unicode-bidi:plaintext]">{name}</span>
        </span>
        <span className="block truncate text-ink-soft" title={email}>
          {email}
        </span>
      </>
    ),
  },
  {
    name: 'Message',
    place: 'line',
    cell: ({ id, subject, excerpt, isRead }) => (
      <>
        <Link
          to={href('/admin/messages/:id', { id })}
          className={`line-clamp-1 rounded-sm text-ink wrap-anywhere [unicode-bidi:plaintext] underline-offset-4 after:absolute after:inset-0 hover:underline @3xl:after:hidden ${isRead ? 'font-medium' : 'font-semibold'}`}
        >
          {subject}
        </Link>
        <span className="line-clamp-1 wrap-anywhere [unicode-bidi:plaintext]">{excerpt}</span>
      </>
    ),
  },
  {
    name: 'Status',
    width: '@3xl:w-30',
    className: '@max-3xl:order-2 @max-3xl:max-w-1/2 @max-3xl:text-right',
    cell: ({ status, owner }) => (
      <>
        <StatusBadge status={status} />
        {owner !== null && (
          <span className="mt-0.5 block truncate" title={owner}>
            {owner}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Delivery',
    width: '@3xl:w-36',
    className: '@max-3xl:flex-1',
    cell: ({ delivery }) => <DeliveryText state={delivery} isShort />,
  },
  {
    name: 'Received',
    width: '@3xl:w-44',
    className: 'whitespace-nowrap @max-3xl:max-w-1/2',
    cell: ({ createdAt, referrerHost, campaign }) => (
      <>
        <Moment at={createdAt} />
        <Origin text={[referrerHost, campaign].filter((word) => word !== '').join(' · ')} />
      </>
    ),
  },
];

/** By which site and campaign the sender came, where it is known. */
function Origin({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <span className="block truncate" title={text}>
      <span className="sr-only">Came from </span>
      {text}
    </span>
  );
}

function InboxFilters({ owners, hasJvProgram, filter, postTitle }: Loaded) {
  const { origin, since, until } = filter;
  const ownerNames = owners.map(({ id, name }) => [id, name] as const);
  const filters: Filter[] = [
    { name: 'kind', label: 'Kind', choices: [['', 'All kinds'], ...Object.entries(kindNames)] },
    { name: 'status', label: 'Status', choices: [['', 'Any status'], ...Object.entries(statusNames)] },
    { name: 'owner', label: 'Owner', choices: [['', 'Any owner'], ['none', 'Not assigned'], ...ownerNames] },
    {
      name: 'unread',
      label: 'Read',
      choices: [
        ['', 'All'],
        ['yes', 'Unread only'],
      ],
    },
  ];
  return (
    <ListFilters
      label="Filter messages"
      filters={filters.filter(({ name }) => hasJvProgram || name !== 'kind')}
      others={[
        {
          names: ['from'],
          label: origin === null ? '' : originNames[origin.by],
          value: origin === null ? '' : postTitle || origin.value || 'Unknown',
        },
        { names: ['since', 'until'], label: 'Received', value: periodText(since, until) },
      ]}
    />
  );
}

function periodText(since: string | null, until: string | null): string {
  if (since === null) return until === null ? '' : `until ${formatLongDate(until)}`;
  const from = formatLongDate(since);
  return until === null ? `since ${from}` : `${from} to ${formatLongDate(until)}`;
}
