import { Link, href } from 'react-router';

import type { DeliveryState } from '#domain/messages/delivery-state.ts';
import type { MessageStatus } from '#domain/messages/message-status.ts';
import { ColumnHeader } from '../list/column-header.tsx';
import { ListTable, tallCellClass } from '../list/list-table.tsx';
import { DeliveryWords } from './delivery-summary.tsx';
import { StatusBadge } from './status-badge.tsx';

export type MessageTableRow = {
  id: string;
  name: string;
  email: string;
  subject: string;
  excerpt: string;
  status: MessageStatus;
  isRead: boolean;
  owner: string | null;
  delivery: DeliveryState;
  received: string;
  referrerHost: string;
  campaign: string;
};

/** The inbox; on small screens the same table, each row laid out as a card. Unread messages stand out. */
export function MessageTable({ messages, isLoading }: { messages: MessageTableRow[]; isLoading: boolean }) {
  return (
    <ListTable
      isLoading={isLoading}
      head={
        <>
          <ColumnHeader className="@3xl:w-[22%]">From</ColumnHeader>
          <ColumnHeader>Message</ColumnHeader>
          <ColumnHeader className="@3xl:w-30">Status</ColumnHeader>
          <ColumnHeader className="@3xl:w-36">Delivery</ColumnHeader>
          <ColumnHeader className="@3xl:w-44">Received</ColumnHeader>
        </>
      }
    >
      {messages.map((message) => (
        <tr
          key={message.id}
          className="relative grid grid-cols-[minmax(0,1fr)_fit-content(50%)] gap-x-3 gap-y-1 px-3 py-2 @3xl:table-row @3xl:bg-surface @3xl:hover:bg-[color-mix(in_oklch,var(--color-surface),var(--color-sunken)_55%)]"
        >
          <td className={`${tallCellClass} min-w-0 @3xl:pl-3`}>
            <span
              className={`line-clamp-2 wrap-anywhere [unicode-bidi:plaintext] ${message.isRead ? '' : 'font-semibold'}`}
            >
              {!message.isRead && (
                <span className="mr-2 inline-block size-2 rounded-full bg-signal align-middle">
                  <span className="sr-only">Unread: </span>
                </span>
              )}
              {message.name}
            </span>
            <span className="block truncate text-ink-soft" title={message.email}>
              {message.email}
            </span>
          </td>
          <td className={`${tallCellClass} order-3 col-span-2 min-w-0`}>
            <Link
              to={href('/admin/messages/:id', { id: message.id })}
              className={`line-clamp-1 rounded-sm wrap-anywhere [unicode-bidi:plaintext] underline-offset-4 after:absolute after:inset-0 hover:underline @3xl:after:hidden ${message.isRead ? 'font-medium' : 'font-semibold'}`}
            >
              {message.subject}
            </Link>
            <span className="line-clamp-1 text-ink-soft wrap-anywhere [unicode-bidi:plaintext]">
              {message.excerpt}
            </span>
          </td>
          <td className={`${tallCellClass} order-2 min-w-0 text-right @3xl:order-none @3xl:text-left`}>
            <StatusBadge status={message.status} />
            {message.owner !== null && (
              <span className="mt-0.5 block truncate text-ink-soft" title={message.owner}>
                {message.owner}
              </span>
            )}
          </td>
          <td className={`${tallCellClass} order-4 min-w-0`}>
            <DeliveryWords state={message.delivery} isShort />
          </td>
          <td
            className={`${tallCellClass} order-5 text-right whitespace-nowrap text-ink-soft tabular-nums @3xl:text-left`}
          >
            {message.received}
            <OriginWords host={message.referrerHost} campaign={message.campaign} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

/** By which site and campaign the sender came, where it is known. */
function OriginWords({ host, campaign }: { host: string; campaign: string }) {
  const words = [host, campaign].filter((word) => word !== '').join(' · ');
  if (words === '') return null;
  return (
    <span className="block truncate" title={words}>
      <span className="sr-only">Came from </span>
      {words}
    </span>
  );
}
