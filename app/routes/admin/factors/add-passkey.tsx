import { useContext, useRef, useState } from 'react';

import type { PasskeyRegistrationOptions } from '#domain/accounts/factors/manage-passkeys.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { ProofContext, unproved, useAction } from '../actions/use-action.ts';
import { factorsAddress, toFactors } from './factors-address.ts';
import { usePasskeysWork } from './use-passkeys-work.ts';
import { makePasskey, passkeyError, passkeyMessages, supportsPasskeys } from './webauthn.ts';

/** A form that makes a passkey on this device and adds it to one's account. */
export function AddPasskey({ device, onDone }: { device: string; onDone?: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { submit, isBusy, fieldErrors } = useAction({
    onDone: () => {
      form.current?.reset();
      onDone?.();
    },
  });
  const { make, isMaking } = useNewPasskey();
  if (!usePasskeysWork()) {
    return (
      <p className="text-ink-soft">
        Passkeys work only where the address of this page begins with https:// and is a name, not an IP
        address. On this computer, open it as localhost.
      </p>
    );
  }
  return (
    <form
      ref={form}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const name = String(new FormData(event.currentTarget).get('name'));
        void make((credential) => void submit({ intent: 'add-passkey', name, credential }, toFactors));
      }}
    >
      <p className="text-ink-soft">
        Sign in with your fingerprint, your face or the PIN of your device instead of a password.
      </p>
      <TextField
        label="Name of the passkey"
        name="name"
        required
        maxLength={60}
        defaultValue={device}
        error={fieldErrors['name']}
      />
      <div>
        <Button type="submit" variant="primary" pending={isMaking || isBusy}>
          Add passkey
        </Button>
      </div>
    </form>
  );
}

/** Makes a passkey on this device, after a fresh proof where one is needed. Errors are shown as toasts. */
function useNewPasskey() {
  const showToast = useToast();
  const askForProof = useContext(ProofContext);
  const [isMaking, setMaking] = useState(false);
  const fail = (text: string | null) => {
    if (text !== null) showToast({ text, tone: 'error' });
  };

  async function make(onMade: (credential: string) => void): Promise<void> {
    if (!supportsPasskeys()) return fail(passkeyMessages.unsupported);
    setMaking(true);
    try {
      const options = await loadOptions();
      if (options === null) return askForProof(() => void make(onMade));
      const credential = await makePasskey(options);
      if (credential !== null) onMade(credential);
    } catch (error) {
      fail(passkeyError(error));
    } finally {
      setMaking(false);
    }
  }

  return { make, isMaking };
}

/** @returns null when the user has to prove first who they are. */
async function loadOptions(): Promise<PasskeyRegistrationOptions | null> {
  const response = await fetch(factorsAddress);
  if (response.status === unproved) return null;
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}
