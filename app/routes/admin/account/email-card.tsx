import { useRef } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useAction } from '../actions/use-action.ts';

/** A new email address, which a link to it confirms. */
export function EmailCard() {
  const form = useRef<HTMLFormElement>(null);
  const { Form, isBusy, fieldErrors } = useAction({ onDone: () => form.current?.reset() });
  return (
    <Card title="Email address">
      <Form ref={form} method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="change-email" />
        <TextField
          label="New email address"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          error={fieldErrors['email']}
          hint="It counts after you open the link that is sent to it. The old address can undo it for 7 days."
        />
        <div>
          <Button type="submit" variant="primary" pending={isBusy}>
            Change email address
          </Button>
        </div>
      </Form>
    </Card>
  );
}
