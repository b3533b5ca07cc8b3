import { useSyncExternalStore } from 'react';

import { canHavePasskeys } from './webauthn.ts';

/** True if a passkey can be offered here; true until the browser has said otherwise. */
export function usePasskeysWork(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => canHavePasskeys({ hostname: location.hostname, isSecure: isSecureContext }),
    () => true,
  );
}
