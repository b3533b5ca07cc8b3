import { TextField } from '#app/ui/field.tsx';

/** The field for the email address to sign in with, named `email`. */
export function EmailField({
  typed,
  disabled = false,
  offersPasskeys = false,
}: {
  typed: string | undefined;
  disabled?: boolean;
  /** The browser suggests passkeys at this field, too. */
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
