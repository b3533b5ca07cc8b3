import { MailQuestionMark } from 'lucide-react';

import { Button } from '#app/ui/button.tsx';
import { useAction } from '../actions/use-action.ts';

/** Sends a confirmation email to all pending subscribers who have not received one. */
export function SendConfirmationButton({ people }: { people: number }) {
  const { Form, isBusy } = useAction();
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="ask" />
      <Button type="submit" pending={isBusy}>
        <MailQuestionMark />
        Ask {people.toLocaleString('en-US')} to Confirm
      </Button>
    </Form>
  );
}
