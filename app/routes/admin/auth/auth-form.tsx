import type { ComponentProps, ReactNode } from 'react';
import { Form, href, useNavigation } from 'react-router';

import { Button, buttonClass } from '#app/ui/button.tsx';
import { PasswordField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ActionResult } from '../actions/action-result.ts';

/** The form of a screen before the admin: the error of the last attempt, the fields, and one button. */
export function AuthForm({
  result,
  button,
  children,
}: {
  result: ActionResult | undefined;
  button: string;
  children?: ReactNode;
}) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="grid gap-4">
      {result?.ok === false && !isBusy && <Notice>{result.message}</Notice>}
      {children}
      <Button type="submit" variant="primary" pending={isBusy}>
        {button}
      </Button>
    </Form>
  );
}

/** The email address to sign in with, named `email`. @param offersPasskeys the browser suggests passkeys here, too */
export function EmailField({
  typed,
  disabled = false,
  offersPasskeys = false,
}: {
  typed: string | undefined;
  disabled?: boolean;
  offersPasskeys?: boolean;
}) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
      required
      disabled={disabled}
      maxLength={254}
      defaultValue={typed}
    />
  );
}

export function NewPasswordField(
  props: Partial<Pick<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'error'>>,
) {
  return (
    <PasswordField
      label="Password"
      hint="8 characters or more."
      {...props}
      name="password"
      autoComplete="new-password"
      required
      minLength={8}
      maxLength={128}
    />
  );
}

/** The display name of a new account, named `displayName`. */
export function DisplayNameField({ typed, hint }: { typed: string | undefined; hint?: string }) {
  return (
    <TextField
      label="Display name"
      name="displayName"
      autoComplete="name"
      required
      maxLength={120}
      defaultValue={typed}
      hint={hint}
    />
  );
}

/** Ends the session of this browser. Works without script too. */
export function SignOutForm({
  variant = 'secondary',
  children,
}: {
  variant?: 'secondary' | 'quiet';
  children: string;
}) {
  return (
    <Form method="post" action={href('/admin/logout')} reloadDocument className="grid">
      <button type="submit" className={buttonClass(variant)}>
        {children}
      </button>
    </Form>
  );
}
