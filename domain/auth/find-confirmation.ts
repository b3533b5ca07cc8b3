import { findAccountLink } from '#db/queries/account-links.ts';
import type { DomainContext } from '#domain/context.ts';
import { hashToken } from './one-time-token.ts';

/** The address that the link confirms; null when it is used, expired or unknown. */
export async function findConfirmation(
  ctx: Pick<DomainContext, 'db'>,
  token: string,
): Promise<string | null> {
  return (await findAccountLink(ctx.db, 'email-confirmation', hashToken(token)))?.email ?? null;
}
