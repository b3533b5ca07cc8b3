import { createHash, createHmac, randomBytes } from 'node:crypto';

import type { Email } from '#db/queries/outbox.ts';

/** 192 random bits for a link that works once. */
export function createToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Only the hash is stored: who reads the table cannot use what is in it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * The token in a letter, the same at every try to deliver it. It follows from the site's secret, so that the letter can
 * wait in the database without it.
 */
export function tokenOfEmail(secret: string, emailId: string): string {
  return createHmac('sha256', secret).update(`email ${emailId}`).digest('base64url');
}

/** Stands in a letter that waits where its token will be. */
export const tokenPlace = '{one-time-token}';

/** A letter as it leaves. */
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
