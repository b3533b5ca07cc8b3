import { createHmac } from 'node:crypto';

/**
 * What a visitor is recognised by for the rest of the day: address and user agent under the day's salt. Without the salt,
 * which is forgotten at midnight, nobody can tell whose it was.
 * @returns 16 bytes, hexadecimal
 */
export function visitorHash(salt: Buffer, visitor: { address: string; agent: string }): string {
  return createHmac('sha256', salt).update(`${visitor.address}\n${visitor.agent}`).digest('hex').slice(0, 32);
}
