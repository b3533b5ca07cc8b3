import { useFetcher } from 'react-router';

import type { DeliveryState } from '#domain/messages/delivery-state.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DeliveryWords } from './delivery-summary.tsx';
import type { Outcome } from './outcome.ts';
import { useOutcome } from './use-outcome.ts';

/** Whether the firm's mailbox has the message. */
export function DeliveryCard({ state, maySend }: { state: DeliveryState; maySend: boolean }) {
  const fetcher = useFetcher<Outcome>();
  useOutcome(fetcher.data);
  return (
    <Card title="Delivery">
      <p>
        <DeliveryWords state={state} />
      </p>
      {maySend && (
        <fetcher.Form method="post">
          <input type="hidden" name="intent" value="send-again" />
          <Button type="submit" pending={fetcher.state !== 'idle'}>
            Send again
          </Button>
        </fetcher.Form>
      )}
    </Card>
  );
}
