import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Actor, Secrets } from '#domain/core/context.ts';

/** The proof that a user was given a version of a text, which the form of a proposal sends back. */
export function proofOfVersion({ deriveKey }: Secrets, { userId }: Actor, postId: string, version: number) {
  return createHmac('sha256', deriveKey('version given'))
    .update(`${userId} ${postId} ${version}`)
    .digest('base64url');
}

export function isProofOfVersion(proof: string, expected: string): boolean {
  const [one, other] = [Buffer.from(proof), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
