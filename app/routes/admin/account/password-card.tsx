import { useRef } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PasswordField } from '#app/ui/field.tsx';
import { useAction } from '../actions/use-action.ts';
import { NewPasswordField } from '../auth/auth-form.tsx';

/** A new password, with the old one as proof. */
export function PasswordCard({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { Form, isBusy, fieldErrors } = useAction({ onDone: () => form.current?.reset() });
  return (
    <Card title="Password">
      <Form ref={form} method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="change-password" />
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            required
            error={fieldErrors['currentPassword']}
          />
          <NewPasswordField
            label="New password"
            hint="8 characters or more. Your other sessions end."
            error={fieldErrors['password']}
          />
        </div>
        <div>
          <Button type="submit" variant="primary" pending={isBusy}>
            Change password
          </Button>
        </div>
      </Form>
    </Card>
  );
}
