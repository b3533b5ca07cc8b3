import { z } from 'zod';

import { replaceChoice } from '#db/queries/subscriber-choices.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';

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
