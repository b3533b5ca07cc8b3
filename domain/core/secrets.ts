import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

import type { Secrets } from './context.ts';

/** 192 random bits for a link or a cookie, 32 characters long. */
export function createToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Only the hash is stored, so that a copy of the table opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A key of 32 bytes for one purpose: what one purpose reveals helps with no other. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** The keys of a secret, each derived once: a page needs one of them each time. */
export function derivedKeys(secret: string): Secrets['deriveKey'] {
  const keys = new Map<string, Buffer>();
  return (purpose) => {
    const key = keys.get(purpose) ?? deriveKey(secret, purpose);
    keys.set(purpose, key);
    return key;
  };
}

const algorithm = 'aes-256-gcm';
const lengths = { nonce: 12, tag: 16 };

/**
 * A secret as it is stored: nonce, authentication tag, ciphertext (AES-256-GCM).
 * @param owner whom it belongs to; for anybody else it cannot be decrypted.
 */
export function encryptSecret(key: Buffer, secret: Buffer, owner: string): Buffer {
  const nonce = randomBytes(lengths.nonce);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** @returns null for a secret of another owner, or one that was encrypted with another key. */
export function decryptSecret(key: Buffer, stored: Buffer, owner: string): Buffer | null {
  const nonce = stored.subarray(0, lengths.nonce);
  const tag = stored.subarray(lengths.nonce, lengths.nonce + lengths.tag);
  try {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: lengths.tag });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return Buffer.concat([decipher.update(stored.subarray(lengths.nonce + lengths.tag)), decipher.final()]);
  } catch {
    return null;
  }
}
