import type { DeliveryState } from '#domain/messages/delivery-state.ts';

const looks: Record<DeliveryState['kind'], string> = {
  delivered: 'text-ok',
  waiting: 'text-warn',
  'given-up': 'text-danger',
  kept: 'text-ink-soft',
};

/** How far a message got. @param isShort on a line or two, the rest on request. */
export function DeliveryWords({ state, isShort = false }: { state: DeliveryState; isShort?: boolean }) {
  return (
    <span
      {...(isShort ? { title: state.words } : {})}
      className={`${looks[state.kind]} wrap-anywhere ${isShort ? 'line-clamp-1 @3xl:line-clamp-2' : ''}`}
    >
      {state.words}
    </span>
  );
}
