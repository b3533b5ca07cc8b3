import { TextField } from '#app/ui/field.tsx';

/** The field for the display name of a new account, named `displayName`. */
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
