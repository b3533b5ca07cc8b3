import type { DeliveryState } from '#domain/messages/delivery-state.ts';
import { statusNames, type MessageStatus } from '#domain/messages/message-status.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Details } from '#app/ui/details.tsx';

const statusTones: Record<MessageStatus, BadgeTone> = {
  new: 'warn',
  in_progress: 'neutral',
  answered: 'ok',
  closed: 'neutral',
};

export function StatusBadge({ status }: { status: MessageStatus }) {
  return <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>;
}

const deliveryColors: Record<DeliveryState['kind'], string> = {
  delivered: 'text-ok',
  waiting: 'text-warn',
  'given-up': 'text-danger',
  kept: 'text-ink-soft',
};

/** How far a message got. @param isShort on a line or two, the rest as a tooltip */
export function DeliveryText({ state, isShort = false }: { state: DeliveryState; isShort?: boolean }) {
  return (
    <>
      <span
        {...(isShort ? { title: state.words } : {})}
        className={`${deliveryColors[state.kind]} wrap-anywhere ${isShort ? 'line-clamp-1 @3xl:line-clamp-2' : ''}`}
      >
        {state.words}
      </span>
      {!isShort && <Details text={state.details} />}
    </>
  );
}
