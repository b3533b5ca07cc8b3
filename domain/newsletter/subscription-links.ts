import { confirmSubscriber, addSubscriberLinks, unsubscribe } from '#db/queries/subscribers.ts';
import { hashToken } from '#domain/core/secrets.ts';
import { inTransaction, type Core, type EmailTokens } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { recordEvents } from '#domain/webhooks/record-events.ts';

/** Confirms the subscription of a link; a second time changes nothing. @throws not-found. */
export async function confirmSubscription(ctx: Pick<Core, 'db'> & EmailTokens, token: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const confirmed = await confirmSubscriber(tx.db, hashToken(token));
    if (!confirmed) throw notFound('This link is not valid any more.');
    const { id, isNew } = confirmed;
    await storeLinks(tx, [id]);
    if (isNew) await recordEvents(tx, [{ type: 'subscriber.confirmed', subjectId: id }]);
  });
}

/** Ends the subscription of a link; a second time changes nothing. @throws not-found. */
export async function endSubscription(ctx: Pick<Core, 'db'>, token: string): Promise<void> {
  if (await unsubscribe(ctx.db, hashToken(token))) return;
  throw notFound('This link is not valid any more.');
}

/** So many are hashed before others get their turn. */
const atOnce = 500;

/**
 * Makes the links known that end the subscriptions in every email with a post. They are stored as soon as a
 * person may get one: then every backup that has the subscriber knows the links of emails that were sent after it.
 */
export async function storeLinks(
  { db, emailToken }: Pick<Core, 'db'> & EmailTokens,
  subscriberIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < subscriberIds.length; start += atOnce) {
    const part = subscriberIds.slice(start, start + atOnce);
    await addSubscriberLinks(
      db,
      part.map((subscriberId) => ({ subscriberId, tokenHash: hashToken(emailToken(subscriberId)) })),
    );
  }
}
