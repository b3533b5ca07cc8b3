import { createHmac } from 'node:crypto';

import type { Email } from '#db/queries/outbox.ts';

/**
 * The one-time token in an email, the same at every attempt to deliver it. It is derived from the site's secret, so the
 * email waits in the database without it.
 */
export function tokenOfEmail(secret: string, emailId: string): string {
  return createHmac('sha256', secret).update(`email ${emailId}`).digest('base64url');
}

/** Placeholder in a waiting email where its token will be. */
export const tokenPlace = '{one-time-token}';

/** The email with its token, as it is sent. */
export function withToken(email: Email, token: () => string): Email {
  if (!email.text.includes(tokenPlace)) return email;
  const filled = (text: string) => text.replaceAll(tokenPlace, token());
  const headers = Object.entries(email.headers ?? {}).map(([name, value]) => [name, filled(value)]);
  return {
    ...email,
    text: filled(email.text),
    html: filled(email.html),
    headers: Object.fromEntries(headers),
  };
}
