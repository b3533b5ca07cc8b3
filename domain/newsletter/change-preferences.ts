import { z } from 'zod';

import { lockSubscriberOfLink } from '#db/queries/subscriber-choices.ts';
import { hashToken } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid, notFound } from '#domain/errors.ts';
import { parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { chosenCategories, storeChoice } from './choice.ts';
import { isSubscribed } from './read-preferences.ts';

const preferencesInput = z.object({
  scope: z.enum(['everything', 'categories'], { error: 'Please choose what you want to get.' }),
  categories: chosenCategories,
});

/**
 * Stores what the subscriber of a link chose. Ends no unsubscription.
 * @throws not-found; invalid input, also without a category where only some were wanted
 */
export async function changePreferences(
  ctx: Pick<DomainContext, 'db'>,
  token: string,
  input: unknown,
): Promise<void> {
  const { scope, categories } = parseInput(preferencesInput, input);
  if (scope === 'categories' && categories.length === 0) {
    throw invalid('Please choose at least one category, or unsubscribe.');
  }
  await inTransaction(ctx, async (tx) => {
    const subscriber = await lockSubscriberOfLink(tx.db, hashToken(token));
    if (!subscriber) throw notFound('This link is not valid any more.');
    if (!isSubscribed(subscriber.state)) throw invalid('This address does not get our emails any more.');
    await storeChoice(tx, subscriber.id, scope === 'everything' ? [] : categories);
  });
}
