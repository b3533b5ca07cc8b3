import { useState } from 'react';

import type { PasskeyRegistrationOptions } from '#domain/accounts/factors/manage-passkeys.ts';
import { useToast } from '#app/ui/toaster.tsx';
import { useProof } from '../actions/proof-context.ts';
import { factorsAddress } from './factors-address.ts';
import { makePasskey, passkeyError, passkeyMessages, supportsPasskeys } from './webauthn.ts';

const unproved = 428;

/** Makes a passkey on this device, after a fresh proof where one is needed. Errors are shown as toasts. */
export function useNewPasskey() {
  const showToast = useToast();
  const askForProof = useProof();
  const [isMaking, setMaking] = useState(false);
  const fail = (text: string | null) => {
    if (text !== null) showToast({ title: 'Error', text, tone: 'error' });
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
