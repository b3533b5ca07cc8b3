import { MailQuestionMark } from 'lucide-react';
import { useFetcher } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import type { Outcome } from '../messages/outcome.ts';
import { useOutcome } from '../messages/use-outcome.ts';

/** Sends a letter to everybody who is pending and was never asked whether they want letters. */
export function AskButton({ people }: { people: number }) {
  const fetcher = useFetcher<Outcome>();
  useOutcome(fetcher.data);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="ask" />
      <Button type="submit" pending={fetcher.state !== 'idle'}>
        <MailQuestionMark />
        Ask {people.toLocaleString('en-US')} to Confirm
      </Button>
    </fetcher.Form>
  );
}
