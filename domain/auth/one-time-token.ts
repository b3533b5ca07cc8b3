import { createHash, createHmac, randomBytes } from 'node:crypto';

import type { Letter } from '#db/queries/outbox.ts';

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
  return createHmac('sha256', secret).update(`letter ${emailId}`).digest('base64url');
}

/** Stands in a letter that waits where its token will be. */
export const tokenPlace = '{one-time-token}';

/** A letter as it leaves. */
export function withToken(letter: Letter, token: () => string): Letter {
  if (!letter.text.includes(tokenPlace)) return letter;
  const filled = (text: string) => text.replaceAll(tokenPlace, token());
  const headers = Object.entries(letter.headers ?? {}).map(([name, value]) => [name, filled(value)]);
  return {
    ...letter,
    text: filled(letter.text),
    html: filled(letter.html),
    headers: Object.fromEntries(headers),
  };
}
