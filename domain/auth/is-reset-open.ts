import { findAccountLink } from '#db/queries/account-links.ts';
import type { DomainContext } from '#domain/context.ts';
import { hashToken } from './one-time-token.ts';

/** Whether a link for a new password still works. */
export async function isResetOpen(ctx: Pick<DomainContext, 'db'>, token: string): Promise<boolean> {
  return (await findAccountLink(ctx.db, 'password-reset', hashToken(token))) !== undefined;
}
