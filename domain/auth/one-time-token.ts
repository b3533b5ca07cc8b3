import { createHash, randomBytes } from 'node:crypto';

/** 192 random bits for a link, 32 characters long. */
export function createToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Only the hash is stored, so that a copy of the table opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
