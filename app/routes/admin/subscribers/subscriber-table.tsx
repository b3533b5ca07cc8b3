import { RotateCcw, Trash2 } from 'lucide-react';

import { subscriberStates, type SubscriberState } from '#domain/newsletter/subscriber-state.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { IconButton } from '#app/ui/button.tsx';
import { ColumnHeader } from '../list/column-header.tsx';
import { useAction } from '../actions/use-action.ts';
import { cellClass, ListTable } from '../list/list-table.tsx';

export type SubscriberTableRow = {
  id: string;
  email: string;
  state: SubscriberState;
  page: string;
  created: string;
  changed: string | null;
  /** Names of the chosen ones; null: everything. */
  categories: string[] | null;
  consented: string | null;
  consentSource: string | null;
};

const tones: Record<SubscriberState, BadgeTone> = {
  pending: 'warn',
  confirmed: 'ok',
  unsubscribed: 'neutral',
  bounced: 'danger',
  complained: 'danger',
};

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
    <ListTable
      isLoading={isLoading}
      head={
        <>
          <ColumnHeader>Email</ColumnHeader>
          <ColumnHeader className="@3xl:w-56">State</ColumnHeader>
          <ColumnHeader className="@3xl:w-[16%]">Gets</ColumnHeader>
          <ColumnHeader className="@3xl:w-[20%]">Consent</ColumnHeader>
          <ColumnHeader className="@3xl:w-32">Signed Up</ColumnHeader>
          <ColumnHeader className="@3xl:w-20 @3xl:text-right">Actions</ColumnHeader>
        </>
      }
    >
      {subscribers.map(
        ({ id, email, state, page, created, changed, categories, consented, consentSource }) => (
          <tr
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-1.5 pl-3 @3xl:table-row @3xl:bg-surface"
          >
            <td
              className={`${cellClass} order-1 flex-1 basis-[calc(100%-6rem)] font-medium wrap-anywhere @3xl:pl-3`}
            >
              {email}
            </td>
            <td className={`${cellClass} order-3`}>
              <Badge tone={tones[state]}>{subscriberStates[state]}</Badge>
              {changed !== null && <span className="ml-2 text-ink-soft tabular-nums">{changed}</span>}
            </td>
            <td className={`${cellClass} order-5 text-ink-soft wrap-anywhere`}>
              {categories === null ? 'Everything' : categories.join(', ') || 'Nothing'}
            </td>
            <td
              className={`${cellClass} order-6 basis-full text-ink-soft wrap-anywhere empty:hidden @3xl:empty:table-cell`}
            >
              {consentText({ consented, consentSource, page })}
            </td>
            <td className={`${cellClass} order-4 text-ink-soft tabular-nums whitespace-nowrap`}>
              <span className="@3xl:hidden">Signed up </span>
              {created}
            </td>
            <td className={`${cellClass} order-2 flex min-h-8 justify-end @3xl:table-cell @3xl:text-right`}>
              {(state === 'bounced' || state === 'complained') && <AllowAgain id={id} email={email} />}
              <IconButton label={`Delete ${email}`} onClick={() => onErase(email)}>
                <Trash2 />
              </IconButton>
            </td>
          </tr>
        ),
      )}
    </ListTable>
  );
}

/** When and where the subscriber agreed; the page of the sign-up form where nothing else is known. */
function consentText({
  consented,
  consentSource,
  page,
}: Pick<SubscriberTableRow, 'consented' | 'consentSource' | 'page'>): string {
  const place = page === '' ? '' : `Form on ${page}`;
  return [consented, consentSource, place].filter(Boolean).join(' · ');
}

function AllowAgain({ id, email }: { id: string; email: string }) {
  const { Form, isBusy } = useAction();
  return (
    <Form method="post" className="inline-flex">
      <input type="hidden" name="intent" value="allow" />
      <input type="hidden" name="id" value={id} />
      <IconButton type="submit" label={`Allow Again ${email}`} disabled={isBusy}>
        <RotateCcw />
      </IconButton>
    </Form>
  );
}
