import { KeyRound } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { href } from 'react-router';

import { Button, buttonClass } from '#app/ui/button.tsx';
import { PasswordField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ActionResult } from '../actions/action-result.ts';

/** A form of a screen before the admin, sent without leaving it by `script/form-in-place.ts`. @param failure said when no answer came */
export function InPlaceForm({
  failure,
  className,
  children,
}: {
  failure: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <form method="post" data-in-place className={className}>
      <fieldset className="contents">{children}</fieldset>
      <template>
        <Notice>{failure}</Notice>
      </template>
    </form>
  );
}

/** The main form of such a screen: the error of the last attempt, the fields, and one button with its words while busy. */
export function AuthForm({
  result,
  failure,
  button,
  busy = button,
  children,
}: {
  result: ActionResult | undefined;
  failure: string;
  button: string;
  busy?: string;
  children?: ReactNode;
}) {
  return (
    <InPlaceForm failure={failure} className="grid gap-4">
      {result?.ok === false && <Notice>{result.message}</Notice>}
      {children}
      <Button type="submit" variant="primary" data-busy={busy} className="disabled:opacity-60">
        {button}
      </Button>
    </InPlaceForm>
  );
}

/** Signs in with a passkey, by `script/passkey-sign-in.ts`. Not shown where the browser has none. */
export function PasskeyForm({ failure, label }: { failure: string; label: string }) {
  return (
    <InPlaceForm failure={failure} className="grid gap-4 in-data-no-passkeys:hidden">
      <input type="hidden" name="intent" value="passkey" />
      <input type="hidden" name="credential" />
      <Button icon={KeyRound} data-passkey={href('/admin/login/passkey')}>
        {label}
      </Button>
    </InPlaceForm>
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
    <form method="post" action={href('/admin/logout')} className="grid">
      <button type="submit" className={buttonClass(variant)}>
        {children}
      </button>
    </form>
  );
}
