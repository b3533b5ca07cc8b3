import { TextField } from '#app/ui/field.tsx';

/** The name of somebody whose account is being made, under the name `displayName`. */
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
