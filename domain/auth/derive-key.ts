import { hkdfSync } from 'node:crypto';

/** A key of 32 bytes for one purpose: what one purpose reveals helps with no other. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
