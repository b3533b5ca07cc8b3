import { TextField } from '#app/ui/field.tsx';

/** The field for the email address to sign in with, named `email`. */
export function EmailField({ typed, disabled = false }: { typed: string | undefined; disabled?: boolean }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      required
      disabled={disabled}
      maxLength={254}
      defaultValue={typed}
    />
  );
}
