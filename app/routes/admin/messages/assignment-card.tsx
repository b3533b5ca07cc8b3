import { statusNames, type MessageStatus } from '#domain/messages/message-status.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { useAction } from '../actions/use-action.ts';

/** The owner of a message and its status. */
export function AssignmentCard({
  status,
  ownerId,
  owners,
}: {
  status: MessageStatus;
  ownerId: string | null;
  owners: { id: string; email: string }[];
}) {
  const { Form, isBusy } = useAction();
  return (
    <Card title="Care">
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="change" />
        <SelectField label="Status" name="status" defaultValue={status}>
          {Object.entries(statusNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Owner" name="owner" defaultValue={ownerId ?? ''}>
          <option value="">Not assigned</option>
          {owners.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </SelectField>
        <Button type="submit" pending={isBusy} className="justify-self-start">
          Save
        </Button>
      </Form>
    </Card>
  );
}
