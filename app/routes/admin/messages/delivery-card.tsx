import type { DeliveryState } from '#domain/messages/delivery-state.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DeliveryWords } from './delivery-summary.tsx';
import { useAction } from '../actions/use-action.ts';

/** Whether the firm's mailbox has the message. */
export function DeliveryCard({ state, maySend }: { state: DeliveryState; maySend: boolean }) {
  const { Form, isBusy } = useAction();
  return (
    <Card title="Delivery">
      <p>
        <DeliveryWords state={state} />
      </p>
      {maySend && (
        <Form method="post">
          <input type="hidden" name="intent" value="send-again" />
          <Button type="submit" pending={isBusy}>
            Send again
          </Button>
        </Form>
      )}
    </Card>
  );
}
