import { z } from 'zod';

import {
  findChoiceOfLink,
  listOfferedCategories,
  lockSubscriberOfLink,
  replaceChoice,
} from '#db/queries/subscriber-choices.ts';
import { hashToken } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid, notFound } from '#domain/errors.ts';
import { parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import type { SubscriberState } from './subscriber-states.ts';

/** More categories than a person chooses one by one. */
export const maxChosen = 200;

/** Slugs of the chosen categories, separated by spaces; none: everything. */
export const chosenCategories = z
  .string()
  .max(maxChosen * 121, 'Please choose fewer categories.')
  .default('')
  .transform((text) => [...new Set(text.split(' ').filter((slug) => slug !== ''))])
  .refine((slugs) => slugs.length <= maxChosen, 'Please choose fewer categories.');

/** Stores what a subscriber chose. @throws invalid when a category was deleted or merged meanwhile */
export async function storeChoice(
  trx: Pick<DomainContext, 'db'>,
  subscriberId: string,
  slugs: readonly string[],
): Promise<void> {
  if (await replaceChoice(trx.db, subscriberId, slugs)) return;
  const message = 'One of these categories no longer exists. Please choose again.';
  throw invalid(message, { categories: message });
}

/** What the subscriber of a link gets. Changes nothing. @throws not-found */
export async function readPreferences(ctx: Pick<DomainContext, 'db'>, token: string) {
  const choice = await findChoiceOfLink(ctx.db, hashToken(token));
  if (!choice) throw notFound('This link is not valid any more.');
  return {
    /** False after an unsubscription, a bounce or a complaint: there is nothing to choose. */
    isSubscribed: isSubscribed(choice.state),
    onlyCategories: choice.only_categories,
    categories: await listOfferedCategories(ctx.db, choice.id),
  };
}

/** Whether the subscriber gets emails now, or will after a confirmation. */
export function isSubscribed(state: SubscriberState): boolean {
  return state === 'pending' || state === 'confirmed';
}

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
    if (!isSubscribed(subscriber.state)) throw invalid('We no longer email this address.');
    await storeChoice(tx, subscriber.id, scope === 'everything' ? [] : categories);
  });
}
