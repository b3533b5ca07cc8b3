import { KeyRound } from 'lucide-react';
import { useId, useRef, useState, type FormEvent } from 'react';

import { Button, buttonClass } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { PasswordField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { CodeField } from '#app/routes/admin/factors/code-field.tsx';
import {
  signInInOtherTab,
  singleSignOnInOtherTab,
  useSignedInElsewhere,
} from '#app/routes/admin/factors/other-tab.ts';
import { usePasskeysWork } from '#app/routes/admin/factors/use-passkeys-work.ts';
import { SingleSignOnLink } from '#app/routes/admin/factors/single-sign-on-link.tsx';
import type { Writer } from '../state/writer.ts';
import { findSignedIn, signIn, signInWithPasskey, type InPlaceSignIn } from './sign-in.ts';

/**
 * Starts a session in a dialog, by whatever way the site has: the text below stays, and its save continues afterwards.
 * What needs screens of its own happens in another tab, which tells this one when it is done.
 */
export function SignInDialog({
  writer: { email, signInWays },
  onSignedIn,
  onDismiss,
}: {
  /** Whose text it is; no other account can continue with it. */
  writer: Writer;
  onSignedIn: () => void;
  onDismiss: () => void;
}) {
  const id = useId();
  const passkeysWork = usePasskeysWork();
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [needs, setNeeds] = useState<'code' | 'set-up' | null>(null);
  const password = useRef<HTMLInputElement>(null);
  useSignedInElsewhere(() => void goOnIfSignedIn());

  async function goOnIfSignedIn() {
    const signedIn = await findSignedIn();
    if (signedIn !== null) settle({ kind: 'signed-in', email: signedIn });
  }

  function settle(result: InPlaceSignIn) {
    setMessage(null);
    if (result.kind === 'signed-in') {
      if (isSame(result.email, email)) onSignedIn();
      else setMessage(`This text belongs to ${email}. Please sign in with that account.`);
      return;
    }
    if (result.kind === 'needs') setNeeds(result.factor);
    else {
      setMessage(result.message);
      password.current?.focus();
    }
  }

  async function run(way: () => Promise<InPlaceSignIn>) {
    if (isBusy) return;
    setIsBusy(true);
    const result = await way();
    setIsBusy(false);
    settle(result);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '');
    if (!isSame(text('email'), email)) {
      setMessage(`This text belongs to ${email}. Please sign in with that account.`);
      return;
    }
    void run(() => signIn({ email, password: text('password'), code: text('code') }));
  }

  return (
    <Dialog
      title="Your session has ended"
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Not now</Button>
          {signInWays.passwords && (
            <Button type="submit" form={id} variant="primary" pending={isBusy}>
              {isBusy ? 'Signing in...' : 'Sign In'}
            </Button>
          )}
        </>
      }
    >
      <p>Nothing you typed is lost. Sign in to continue saving.</p>
      {message !== null && <Notice>{message}</Notice>}
      {needs === 'set-up' && (
        <Notice tone="warn">
          <p>This site asks for a second factor now. Set one up in another tab; this text waits for you.</p>
          <a
            href={signInInOtherTab}
            target="_blank"
            rel="noopener"
            className={buttonClass('secondary', 'mt-2')}
          >
            Set up a second factor
            <span className="sr-only"> (opens a new tab)</span>
          </a>
        </Notice>
      )}
      {signInWays.passwords && (
        <form id={id} onSubmit={submit} className="mt-1 grid gap-3 text-ink">
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={email}
            readOnly={isBusy}
          />
          <PasswordField
            ref={password}
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            data-autofocus
            readOnly={isBusy}
          />
          {needs === 'code' && <CodeField isFocused />}
        </form>
      )}
      <div className="grid gap-2">
        {passkeysWork && signInWays.passwords && (
          <Button disabled={isBusy} onClick={() => void run(signInWithPasskey)}>
            <KeyRound />
            Sign in with a passkey
          </Button>
        )}
        {signInWays.singleSignOn && (
          <SingleSignOnLink to={singleSignOnInOtherTab} isPrimary={!signInWays.passwords} isNewTab />
        )}
      </div>
    </Dialog>
  );
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase();
}
