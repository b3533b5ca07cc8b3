import type { PasskeyRegistrationOptions } from '#domain/accounts/factors/manage-passkeys.ts';
import type { PasskeyRequestOptions } from '#domain/accounts/passkeys.ts';

export const passkeyMessages = {
  unsupported: 'This browser does not support passkeys.',
  notUsed: 'No passkey was used. Please try again.',
  exists: 'This device already has a passkey for your account.',
};

/** True if this browser can use passkeys. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** True if a page of this host can use passkeys: browsers refuse insecure pages and IP addresses. Pure. */
export function canHavePasskeys({ hostname, isSecure }: { hostname: string; isSecure: boolean }): boolean {
  return isSecure && !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname);
}

/** The options that the browser needs to sign in with a passkey. */
export async function loadPasskeyRequest(
  address: string,
  signal?: AbortSignal,
): Promise<PasskeyRequestOptions> {
  const response = await fetch(address, signal ? { signal } : {});
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}

/**
 * Lets the user choose a passkey.
 * @param options.isOffered offered in the suggestions of the email field instead of in a dialog of the browser
 * @returns the credential as JSON; null when the browser offers none.
 */
export async function getPasskey(
  request: PasskeyRequestOptions,
  { isOffered = false, signal }: { isOffered?: boolean; signal?: AbortSignal } = {},
): Promise<string | null> {
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(request),
    ...(isOffered ? { mediation: 'conditional' } : {}),
    ...(signal ? { signal } : {}),
  });
  return credential && JSON.stringify(credential);
}

/** Makes a passkey on this device. @returns the credential as JSON. */
export async function makePasskey(request: PasskeyRegistrationOptions): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(request);
  const credential = await navigator.credentials.create({ publicKey });
  return credential && JSON.stringify(credential);
}

/** Why no passkey was used or made, in words; null when the user went on with something else. */
export function passkeyError(error: unknown): string | null {
  if (!(error instanceof DOMException)) return passkeyMessages.notUsed;
  if (error.name === 'AbortError') return null;
  return error.name === 'InvalidStateError' ? passkeyMessages.exists : passkeyMessages.notUsed;
}
