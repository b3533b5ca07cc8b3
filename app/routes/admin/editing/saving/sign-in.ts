import { href } from 'react-router';

import {
  factorCodes,
  failedSignInMessage,
  unexpectedSignInMessage,
} from '#domain/accounts/sign-in-message.ts';
import { fieldOf } from '#app/http/field-of.ts';
import {
  getPasskey,
  loadPasskeyRequest,
  passkeyError,
  passkeyMessages,
  supportsPasskeys,
} from '#app/routes/admin/factors/webauthn.ts';

export type InPlaceSignIn =
  | { kind: 'signed-in'; email: string }
  /** The password is right, and a code is needed beside it, or the account has to get a second factor first. */
  | { kind: 'needs'; factor: 'code' | 'set-up' }
  /** `message` is null where the user left the browser's dialog for something else. */
  | { kind: 'failed'; message: string | null };

/** Starts a session with the password, and a code of the authenticator app where one is needed. */
export function signIn(typed: { email: string; password: string; code: string }): Promise<InPlaceSignIn> {
  return send('sign-in/email', typed);
}

/** Starts a session with a passkey, which the user chooses in a dialog of the browser. */
export async function signInWithPasskey(): Promise<InPlaceSignIn> {
  if (!supportsPasskeys()) return { kind: 'failed', message: passkeyMessages.unsupported };
  let credential: string | null;
  try {
    credential = await getPasskey(await loadPasskeyRequest(href('/admin/login/passkey')));
  } catch (error) {
    return { kind: 'failed', message: passkeyError(error) };
  }
  if (credential === null) return { kind: 'failed', message: passkeyMessages.notUsed };
  return send('sign-in/passkey', { credential });
}

/** The address of the user who is signed in in this browser; null where no one is, or where that cannot be found out. */
export async function findSignedIn(): Promise<string | null> {
  try {
    const answer = await fetch(href('/api/auth/*', { '*': 'get-session' }));
    return emailOf(await answer.json());
  } catch {
    return null;
  }
}

async function send(way: string, body: Record<string, string>): Promise<InPlaceSignIn> {
  try {
    const answer = await fetch(href('/api/auth/*', { '*': way }), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status >= 500) return { kind: 'failed', message: unexpectedSignInMessage };
    const said: unknown = await answer.json();
    const email = emailOf(said);
    if (answer.ok && email !== null) return { kind: 'signed-in', email };
    const code = fieldOf(said, 'code');
    if (code === factorCodes.prove) return { kind: 'needs', factor: 'code' };
    if (code === factorCodes['set-up']) return { kind: 'needs', factor: 'set-up' };
    const message = fieldOf(said, 'message');
    return { kind: 'failed', message: (typeof message === 'string' && message) || failedSignInMessage };
  } catch {
    return { kind: 'failed', message: unexpectedSignInMessage };
  }
}

function emailOf(body: unknown): string | null {
  const email = fieldOf(fieldOf(body, 'user'), 'email');
  return typeof email === 'string' ? email : null;
}
