import { href } from 'react-router';

import { signInMessage, unexpectedSignInMessage } from '#domain/auth/sign-in-message.ts';

/** Starts a session without leaving the page. @returns the error message, or null after success. */
export async function signIn(credentials: { email: string; password: string }): Promise<string | null> {
  try {
    const answer = await fetch(href('/api/auth/*', { '*': 'sign-in/email' }), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    if (answer.ok) return null;
    if (answer.status >= 500) return unexpectedSignInMessage;
    return signInMessage(errorOf(await answer.json().catch(() => null)));
  } catch {
    return unexpectedSignInMessage;
  }
}

function errorOf(body: unknown): { code?: string; message?: string } {
  if (typeof body !== 'object' || body === null) return {};
  return {
    ...('code' in body && typeof body.code === 'string' ? { code: body.code } : {}),
    ...('message' in body && typeof body.message === 'string' ? { message: body.message } : {}),
  };
}
