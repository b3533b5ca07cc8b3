import { confirmSubscriber } from '#db/queries/subscribers.ts';
import { hashToken } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { storeLinks } from './store-links.ts';

/** Confirms the subscription of a link; a second time changes nothing. @throws not-found. */
export async function confirmSubscription(
  ctx: Pick<DomainContext, 'db' | 'emailToken'>,
  token: string,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const id = await confirmSubscriber(tx.db, hashToken(token));
    if (id === null) throw notFound('This link is not valid any more.');
    await storeLinks(tx, [id]);
  });
}
