import { PasswordField } from '#app/ui/field.tsx';

/** The field for a new password, named `password`. */
export function NewPasswordField({
  label = 'Password',
  hint = '8 characters or more.',
  error,
}: {
  label?: string;
  hint?: string;
  error?: string | undefined;
}) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      required
      minLength={8}
      maxLength={128}
      hint={hint}
      error={error}
    />
  );
}
