import { insertSubscriberTokens } from '#db/queries/subscribers.ts';
import { hashToken } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';

/** So many are hashed before others get their turn. */
const atOnce = 500;

/**
 * Makes the links known that end or change the subscriptions in every email with a post. They are stored as soon as a
 * person may get one: then every backup that has the subscriber knows the links of emails that were sent after it.
 */
export async function storeLinks(
  { db, emailToken }: Pick<DomainContext, 'db' | 'emailToken'>,
  subscriberIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < subscriberIds.length; start += atOnce) {
    const part = subscriberIds.slice(start, start + atOnce);
    await insertSubscriberTokens(
      db,
      part.map((subscriberId) => ({ subscriberId, tokenHash: hashToken(emailToken(subscriberId)) })),
    );
  }
}
