import { TextField } from '#app/ui/field.tsx';

/** The address that somebody signs in with, under the name `email`. */
export function EmailField({ typed }: { typed: string | undefined }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      required
      maxLength={254}
      defaultValue={typed}
    />
  );
}
