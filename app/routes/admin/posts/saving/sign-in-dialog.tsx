import { useId, useRef, useState, type FormEvent } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { PasswordField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { signIn } from './sign-in.ts';

/** Asks for the password in a dialog: the text below stays, and its save continues afterwards. */
export function SignInDialog({
  email,
  onSignedIn,
  onDismiss,
}: {
  /** The account that the text belongs to; no other can continue with it. */
  email: string;
  onSignedIn: () => void;
  onDismiss: () => void;
}) {
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [typedEmail, setTypedEmail] = useState(email);
  const [typedPassword, setTypedPassword] = useState('');
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (typedEmail.trim().toLowerCase() !== email.toLowerCase()) {
      setMessage(`This text belongs to ${email}. Please sign in with that account.`);
      return;
    }
    setIsBusy(true);
    const error = await signIn({ email, password: typedPassword });
    setIsBusy(false);
    setMessage(error);
    if (error === null) onSignedIn();
    else password.current?.focus();
  }

  return (
    <Dialog
      title="Your session has ended"
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Not now</Button>
          <Button type="submit" form={id} variant="primary" pending={isBusy}>
            {isBusy ? 'Signing in...' : 'Sign In'}
          </Button>
        </>
      }
    >
      <p>Nothing you typed is lost. Sign in to continue saving.</p>
      <form id={id} onSubmit={(event) => void submit(event)} className="mt-1 grid gap-3 text-ink">
        {message !== null && (
          <Notice>
            <p>{message}</p>
          </Notice>
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={typedEmail}
          disabled={isBusy}
          onChange={(event) => setTypedEmail(event.currentTarget.value)}
        />
        <PasswordField
          ref={password}
          label="Password"
          autoComplete="current-password"
          required
          data-autofocus
          value={typedPassword}
          disabled={isBusy}
          onChange={(event) => setTypedPassword(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
