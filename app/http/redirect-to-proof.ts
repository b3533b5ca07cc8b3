import { href, redirect } from 'react-router';

import { isDomainError } from '#domain/errors.ts';

/**
 * For a loader: leads to the screen that asks for a fresh proof, and back to this address
 * afterwards. Any other error goes on its way.
 */
export function redirectToProof(error: unknown, url: URL): void {
  if (!isDomainError(error) || error.kind !== 'unproved') return;
  throw redirect(`${href('/admin/prove')}?from=${encodeURIComponent(url.pathname + url.search)}`);
}
