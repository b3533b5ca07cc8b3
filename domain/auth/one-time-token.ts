import { createHash, createHmac, randomBytes } from 'node:crypto';

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
export function tokenOfLetter(secret: string, letterId: string): string {
  return createHmac('sha256', secret).update(`letter ${letterId}`).digest('base64url');
}

/** Stands in a letter that waits where its token will be. */
export const tokenPlace = '{one-time-token}';

/** A letter as it leaves. */
export function withToken<Texts extends { text: string; html: string }>(
  letter: Texts,
  token: () => string,
): Texts {
  if (!letter.text.includes(tokenPlace)) return letter;
  const filled = (text: string) => text.replaceAll(tokenPlace, token());
  return { ...letter, text: filled(letter.text), html: filled(letter.html) };
}
