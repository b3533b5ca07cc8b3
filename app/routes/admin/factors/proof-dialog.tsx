import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { href, useFetcher } from 'react-router';

import type { ProofChoices } from '#domain/accounts/sign-in/prove-again.ts';
import { PasswordField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ProofContext, useAction } from '../actions/use-action.ts';
import { CodeField } from './code-field.tsx';
import { proveInOtherTab, useSignedInElsewhere } from './other-tab.ts';
import { IdentityDialog } from './identity-dialog.tsx';
import { usePasskeysWork } from './use-passkeys-work.ts';
import { getPasskey, passkeyError, passkeyMessages, supportsPasskeys } from './webauthn.ts';

const proofAddress = href('/admin/account/proof');
const toProof = { action: proofAddress };

/** Lets the screens below ask for a fresh proof of who the user is. */
export function ProofProvider({ email, children }: { email: string; children: ReactNode }) {
  const [retry, setRetry] = useState<(() => void) | null>(null);
  const ask = useCallback((again: () => void) => setRetry(() => again), []);
  const close = useCallback(() => setRetry(null), []);
  return (
    <ProofContext value={ask}>
      {children}
      {retry && (
        <ProofDialog
          email={email}
          onClose={close}
          onProved={() => {
            close();
            retry();
          }}
        />
      )}
    </ProofContext>
  );
}

type Props = {
  email: string;
  onProved: () => void;
  onClose: () => void;
};

function ProofDialog({ email, onProved, onClose }: Props) {
  const { load, data: choices } = useFetcher<ProofChoices>();
  const [failure, setFailure] = useState<string | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const { submit, isBusy } = useAction({
    isQuiet: true,
    onSettled: (result) => {
      if (result.ok) return onProved();
      setFailure(result.message);
      void load(proofAddress);
      password.current?.focus();
    },
  });
  useEffect(() => void load(proofAddress), [load]);

  async function provePasskey(request: NonNullable<ProofChoices['passkey']>) {
    setFailure(null);
    if (!supportsPasskeys()) return setFailure(passkeyMessages.unsupported);
    try {
      const credential = await getPasskey(request);
      if (credential !== null) await submit({ intent: 'passkey', credential }, toProof);
    } catch (error) {
      setFailure(passkeyError(error));
    }
  }

  useSignedInElsewhere(onProved);

  const passkey = usePasskeysWork() ? choices?.passkey : undefined;
  const hasPassword = choices?.password !== null;
  const hasNothing = !hasPassword && !passkey && choices?.singleSignOn !== true;
  return (
    <IdentityDialog
      title="Confirm that it is you"
      text="You signed in more than 10 minutes ago. Confirm that it is you to go on."
      notice={
        <>
          {failure !== null && <Notice>{failure}</Notice>}
          {hasNothing && (
            <p>Sign out and sign in again to go on: your account has no other way to confirm it.</p>
          )}
        </>
      }
      later="Cancel"
      submit="Confirm"
      isBusy={isBusy || choices === undefined}
      passkey={passkey ? { label: 'Use a passkey', use: () => void provePasskey(passkey) } : null}
      singleSignOn={
        choices?.singleSignOn === true ? { to: proveInOtherTab, label: 'Use single sign-on' } : null
      }
      onSubmit={(form) => {
        setFailure(null);
        form.set('intent', 'password');
        void submit(form, toProof);
      }}
      onDismiss={onClose}
    >
      {hasPassword ? (
        <>
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <PasswordField
            ref={password}
            label="Your password"
            name="password"
            autoComplete="current-password"
            required
            data-autofocus
          />
          {choices?.password?.needsCode === true && <CodeField />}
        </>
      ) : null}
    </IdentityDialog>
  );
}
