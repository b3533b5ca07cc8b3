import { hash } from 'node:crypto';

import { networkOf } from '#domain/limits/network-of.ts';

/**
 * Identifies a visitor for the rest of the day: a hash of address and user agent with the day's salt. The salt is deleted
 * at midnight, and without it the hash cannot be traced to a visitor.
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
