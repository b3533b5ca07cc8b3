import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSubmit } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import {
  getPasskey,
  loadPasskeyRequest,
  passkeyError,
  passkeyMessages,
  supportsPasskeys,
  usePasskeysWork,
} from '../factors/webauthn.ts';

/** Milliseconds; shorter than a challenge is valid. */
const offeredFor = 9 * 60_000;

/**
 * Signs in with a passkey: by the button, or by a suggestion at the email field. `onError` gets the browser's reason when
 * none was used; what the server says about it is the answer of the screen's action. Nothing where no passkey works.
 */
export function PasskeySignIn({
  label,
  disabled,
  onError,
}: {
  label: string;
  disabled: boolean;
  onError: (message: string | null) => void;
}) {
  const submit = useSubmit();
  const isOffered = usePasskeysWork();
  const [isAsking, setAsking] = useState(false);
  const current = useRef<AbortController>(null);

  /** At most one request at a time: the browser refuses a second one. */
  const ask = useLatest(async (isSuggested: boolean) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    try {
      const options = await loadPasskeyRequest(controller.signal);
      const credential = await getPasskey(options, { isOffered: isSuggested, signal: controller.signal });
      if (credential) await submit({ intent: 'passkey', credential }, { method: 'post' });
    } catch (error) {
      if (!isSuggested) onError(passkeyError(error));
    }
  });

  useEffect(() => {
    const offer = () => void ask.current(true);
    let timer: ReturnType<typeof setInterval> | undefined;
    void canOffer().then((can) => {
      if (!can || current.current?.signal.aborted) return;
      offer();
      timer = setInterval(offer, offeredFor);
    });
    return () => {
      clearInterval(timer);
      current.current?.abort();
    };
  }, [ask]);

  async function signIn() {
    onError(null);
    if (!supportsPasskeys()) return onError(passkeyMessages.unsupported);
    setAsking(true);
    await ask.current(false);
    setAsking(false);
  }

  if (!isOffered) return null;
  return (
    <Button disabled={disabled} pending={isAsking} onClick={() => void signIn()}>
      <KeyRound />
      {label}
    </Button>
  );
}

async function canOffer(): Promise<boolean> {
  return supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable());
}
