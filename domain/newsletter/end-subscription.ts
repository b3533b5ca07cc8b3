import { unsubscribe } from '#db/queries/subscribers.ts';
import { hashToken } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';

/** Ends the subscription of a link; a second time changes nothing. @throws not-found. */
export async function endSubscription(ctx: Pick<DomainContext, 'db'>, token: string): Promise<void> {
  if (await unsubscribe(ctx.db, hashToken(token))) return;
  throw notFound('This link is not valid any more.');
}
