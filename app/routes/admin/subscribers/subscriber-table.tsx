import { Trash2 } from 'lucide-react';

import { subscriberStates, type SubscriberState } from '#domain/newsletter/subscriber-state.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { IconButton } from '#app/ui/button.tsx';
import { ColumnHeader } from '../list/column-header.tsx';

export type SubscriberTableRow = {
  id: string;
  email: string;
  state: SubscriberState;
  page: string;
  created: string;
  changed: string | null;
};

const tones: Record<SubscriberState, BadgeTone> = {
  pending: 'warn',
  confirmed: 'ok',
  unsubscribed: 'neutral',
};
const cell = '@3xl:border-b @3xl:border-line @3xl:py-1.5 @3xl:pr-3 @3xl:align-middle';

/** The subscribers; on small screens each row is laid out as a card. */
export function SubscriberTable({
  subscribers,
  isLoading,
  onErase,
}: {
  subscribers: SubscriberTableRow[];
  isLoading: boolean;
  onErase: (email: string) => void;
}) {
  return (
    <div className="@container">
      <table
        aria-busy={isLoading}
        className={`block w-full transition-opacity duration-[var(--duration-quick)] @3xl:table @3xl:table-fixed @3xl:border-separate @3xl:border-spacing-0 ${isLoading ? 'opacity-60' : ''}`}
      >
        <thead className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr>
            <ColumnHeader>Email</ColumnHeader>
            <ColumnHeader className="@3xl:w-56">State</ColumnHeader>
            <ColumnHeader className="@3xl:w-[22%]">Page</ColumnHeader>
            <ColumnHeader className="@3xl:w-32">Signed Up</ColumnHeader>
            <ColumnHeader className="@3xl:w-20 @3xl:text-right">Actions</ColumnHeader>
          </tr>
        </thead>
        <tbody className="block divide-y divide-line rounded-lg border border-line bg-surface @3xl:table-row-group @3xl:divide-y-0 @3xl:rounded-none @3xl:border-0">
          {subscribers.map(({ id, email, state, page, created, changed }) => (
            <tr
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-1.5 pl-3 @3xl:table-row @3xl:bg-surface"
            >
              <td
                className={`${cell} order-1 flex-1 basis-[calc(100%-6rem)] font-medium wrap-anywhere @3xl:pl-3`}
              >
                {email}
              </td>
              <td className={`${cell} order-3`}>
                <Badge tone={tones[state]}>{subscriberStates[state]}</Badge>
                {changed !== null && <span className="ml-2 text-ink-soft tabular-nums">{changed}</span>}
              </td>
              <td
                className={`${cell} order-5 text-ink-soft wrap-anywhere empty:hidden @3xl:empty:table-cell`}
              >
                {page !== '' && <span className="@3xl:hidden">from </span>}
                {page}
              </td>
              <td className={`${cell} order-4 text-ink-soft tabular-nums whitespace-nowrap`}>
                <span className="@3xl:hidden">Signed up </span>
                {created}
              </td>
              <td className={`${cell} order-2 flex min-h-8 justify-end @3xl:table-cell @3xl:text-right`}>
                <IconButton label={`Delete ${email}`} onClick={() => onErase(email)}>
                  <Trash2 />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
