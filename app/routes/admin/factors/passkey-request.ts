import { href } from 'react-router';

import type { PasskeyRequestOptions } from '#domain/accounts/factors/passkeys.ts';

/** What the browser needs to sign in with a passkey. @throws when the server cannot be reached or refuses. */
export async function loadPasskeyRequest(signal?: AbortSignal): Promise<PasskeyRequestOptions> {
  const response = await fetch(href('/admin/login/passkey'), signal ? { signal } : {});
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}
