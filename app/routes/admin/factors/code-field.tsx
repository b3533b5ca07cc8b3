import { TextField } from '#app/ui/field.tsx';

/** The field for a code of an authenticator app, or a recovery code, named `code`. */
export function CodeField({
  hint = 'Or one of your recovery codes.',
  error,
  isFocused = false,
}: {
  hint?: string | undefined;
  error?: string | undefined;
  isFocused?: boolean;
}) {
  return (
    <TextField
      autoFocus={isFocused}
      label="Code from your authenticator app"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={40}
      hint={hint}
      error={error}
    />
  );
}
