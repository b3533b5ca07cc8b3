import { hash } from 'node:crypto';

import { networkOf } from '#domain/limits/network-of.ts';

/**
 * What a visitor is recognized by for the rest of the day: address and user agent under the day's salt. Without the salt,
 * which is forgotten at midnight, nobody can tell whose it was.
 * @param salt of a fixed length, so that nothing sent can take its place.
 * @returns 16 bytes, hexadecimal
 */
export function visitorHash(salt: Buffer, visitor: { address: string; agent: string }): string {
  return hash('sha256', `${salt.toString('hex')}\n${visitor.address}\n${visitor.agent}`).slice(0, 32);
}

/** The same for the network of an address, see `networkOf`. */
export function networkHash(salt: Buffer, address: string): string {
  return hash('sha256', `${salt.toString('hex')}\n${networkOf(address)}`).slice(0, 32);
}
