import { createHash, randomBytes } from 'node:crypto';

/** 192 random bits for a link that works once. */
export function createToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Only the hash is stored: who reads the table cannot use what is in it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
