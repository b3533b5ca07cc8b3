import { useCallback, useRef } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { PasswordField } from '#app/ui/field.tsx';
import { NewPasswordField } from '../auth/new-password-field.tsx';
import { useAccountForm } from './use-account-form.ts';

/** A new password, with the old one as proof. */
export function PasswordCard({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { AccountForm, isBusy } = useAccountForm(useCallback(() => form.current?.reset(), []));
  return (
    <Card title="Password">
      <AccountForm ref={form} method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="change-password" />
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            required
          />
          <NewPasswordField label="New password" hint="8 characters or more. Your other sessions end." />
        </div>
        <div>
          <Button type="submit" variant="primary" pending={isBusy}>
            Change password
          </Button>
        </div>
      </AccountForm>
    </Card>
  );
}
