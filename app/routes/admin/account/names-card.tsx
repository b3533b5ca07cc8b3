import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useAction } from '../actions/use-action.ts';

type Names = {
  displayName: string | null;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
};

/** The names that visitors read under posts. */
export function NamesCard({ names }: { names: Names }) {
  const { Form, isBusy, fieldErrors } = useAction();
  return (
    <Card title="Names">
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="update" />
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <TextField
            label="First name"
            name="firstName"
            autoComplete="given-name"
            maxLength={120}
            defaultValue={names.firstName ?? ''}
            error={fieldErrors['firstName']}
          />
          <TextField
            label="Last name"
            name="lastName"
            autoComplete="family-name"
            maxLength={120}
            defaultValue={names.lastName ?? ''}
            error={fieldErrors['lastName']}
          />
          <TextField
            label="Display name"
            name="displayName"
            autoComplete="nickname"
            maxLength={120}
            defaultValue={names.displayName ?? ''}
            error={fieldErrors['displayName']}
            hint="Visitors read it under your posts."
          />
          <TextField
            label="Username"
            name="username"
            autoComplete="off"
            maxLength={60}
            defaultValue={names.username ?? ''}
            error={fieldErrors['username']}
            hint="Shown where there is no display name."
          />
        </div>
        <div>
          <Button type="submit" variant="primary" pending={isBusy}>
            Save names
          </Button>
        </div>
      </Form>
    </Card>
  );
}
