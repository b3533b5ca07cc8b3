import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { href, useFetcher } from 'react-router';

import type { ProofChoices } from '#domain/accounts/sign-in/prove-again.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { PasswordField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ProofContext, useAction } from '../actions/use-action.ts';
import { CodeField } from './code-field.tsx';
import { proveInOtherTab, useSignedInElsewhere } from './other-tab.ts';
import { SingleSignOnLink } from './single-sign-on-link.tsx';
import { usePasskeysWork } from './use-passkeys-work.ts';
import { getPasskey, passkeyError, passkeyMessages, supportsPasskeys } from './webauthn.ts';

const proofAddress = href('/admin/account/proof');
const toProof = { method: 'post', action: proofAddress } as const;

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

function ProofDialog({
  email,
  onProved,
  onClose,
}: {
  email: string;
  onProved: () => void;
  onClose: () => void;
}) {
  const id = useId();
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
    <Dialog
      title="Confirm that it is you"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {hasPassword && (
            <Button type="submit" form={id} variant="primary" pending={isBusy || choices === undefined}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      <p>You signed in more than 10 minutes ago. Confirm that it is you to go on.</p>
      {failure !== null && <Notice>{failure}</Notice>}
      {passkey && (
        <Button disabled={isBusy} onClick={() => void provePasskey(passkey)}>
          <KeyRound />
          Use a passkey
        </Button>
      )}
      {choices?.singleSignOn === true && (
        <SingleSignOnLink to={proveInOtherTab} isNewTab>
          Use single sign-on
        </SingleSignOnLink>
      )}
      {hasNothing && <p>Sign out and sign in again to go on: your account has no other way to confirm it.</p>}
      {hasPassword && (
        <form
          id={id}
          className="grid gap-3 text-ink"
          onSubmit={(event) => {
            event.preventDefault();
            setFailure(null);
            const form = new FormData(event.currentTarget);
            form.set('intent', 'password');
            void submit(form, toProof);
          }}
        >
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
        </form>
      )}
    </Dialog>
  );
}
