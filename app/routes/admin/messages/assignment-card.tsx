import { useFetcher } from 'react-router';

import { statusNames, type MessageStatus } from '#domain/messages/message-status.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/field.tsx';
import type { Outcome } from './outcome.ts';
import { useOutcome } from './use-outcome.ts';

/** Who takes care of a message, and how far that is. */
export function CareCard({
  status,
  ownerId,
  owners,
}: {
  status: MessageStatus;
  ownerId: string | null;
  owners: { id: string; email: string }[];
}) {
  const fetcher = useFetcher<Outcome>();
  useOutcome(fetcher.data);
  return (
    <Card title="Care">
      <fetcher.Form method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="change" />
        <SelectField label="Status" name="status" defaultValue={status}>
          {Object.entries(statusNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Owner" name="owner" defaultValue={ownerId ?? ''}>
          <option value="">Nobody yet</option>
          {owners.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </SelectField>
        <Button type="submit" pending={fetcher.state !== 'idle'} className="justify-self-start">
          Save
        </Button>
      </fetcher.Form>
    </Card>
  );
}
