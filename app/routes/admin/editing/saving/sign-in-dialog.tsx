import { useRef, useState } from 'react';

import { buttonClass } from '#app/ui/button.tsx';
import { EmailField, PasswordField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { CodeField } from '#app/routes/admin/factors/code-field.tsx';
import {
  signInInOtherTab,
  singleSignOnInOtherTab,
  useSignedInElsewhere,
} from '#app/routes/admin/factors/other-tab.ts';
import { usePasskeysWork } from '#app/routes/admin/factors/use-passkeys-work.ts';
import { IdentityDialog } from '#app/routes/admin/factors/identity-dialog.tsx';
import type { Writer } from '../state/writer.ts';
import { findSignedIn, signIn, signInWithPasskey, type InPlaceSignIn } from './sign-in.ts';

type Props = {
  /** Whose text it is; no other account can continue with it. */
  writer: Writer;
  onSignedIn: () => void;
  onDismiss: () => void;
};

/**
 * Starts a session in a dialog, by whatever way the site has: the text below stays, and its save continues afterwards.
 * What needs screens of its own happens in another tab, which tells this one when it is done.
 */
export function SignInDialog({ writer: { email, signInWays }, onSignedIn, onDismiss }: Props) {
  const passkeysWork = usePasskeysWork();
  const { isBusy, message, needs, password, run, submit } = useSignIn(email, onSignedIn);
  return (
    <IdentityDialog
      title="Your session has ended"
      text="Nothing you typed is lost. Sign in to continue saving."
      notice={
        <>
          {message !== null && <Notice>{message}</Notice>}
          {needs === 'set-up' && <SetUpNotice />}
        </>
      }
      later="Not now"
      submit={isBusy ? 'Signing in...' : 'Sign In'}
      isBusy={isBusy}
      passkey={
        passkeysWork && signInWays.passwords
          ? { label: 'Sign in with a passkey', use: () => void run(signInWithPasskey) }
          : null
      }
      singleSignOn={signInWays.singleSignOn ? { to: singleSignOnInOtherTab } : null}
      onSubmit={submit}
      onDismiss={onDismiss}
    >
      {signInWays.passwords ? (
        <>
          <EmailField autoComplete="username" defaultValue={email} readOnly={isBusy} />
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
        </>
      ) : null}
    </IdentityDialog>
  );
}

/** @param email whose text it is */
function useSignIn(email: string, onSignedIn: () => void) {
  const belongsTo = `This text belongs to ${email}. Please sign in with that account.`;
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
      else setMessage(belongsTo);
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

  function submit(typed: FormData) {
    const text = (name: string) => String(typed.get(name) ?? '');
    if (isSame(text('email'), email))
      void run(() => signIn({ email, password: text('password'), code: text('code') }));
    else setMessage(belongsTo);
  }

  return { isBusy, message, needs, password, run, submit };
}

function SetUpNotice() {
  return (
    <Notice tone="warn">
      <p>This site asks for a second factor now. Set one up in another tab; this text waits for you.</p>
      <a href={signInInOtherTab} target="_blank" rel="noopener" className={buttonClass('secondary', 'mt-2')}>
        Set up a second factor
        <span className="sr-only"> (opens a new tab)</span>
      </a>
    </Notice>
  );
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase();
}
