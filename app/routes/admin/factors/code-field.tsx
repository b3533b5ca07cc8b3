import { TextField } from '#app/ui/field.tsx';

/** The field for a code of an authenticator app, or a recovery code, named `code`. */
export function CodeField({
  label = 'Code from your authenticator app',
  hint = 'Or one of your recovery codes.',
  error,
  isFocused = false,
}: {
  label?: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Whether it gets the focus when it appears. */
  isFocused?: boolean;
}) {
  return (
    <TextField
      autoFocus={isFocused}
      label={label}
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
