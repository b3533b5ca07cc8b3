import {
  findChoiceOfLink,
  listOfferedCategories,
  type OfferedCategory,
} from '#db/queries/subscriber-choices.ts';
import { hashToken } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import type { SubscriberState } from './subscriber-state.ts';

export type Preferences = {
  /** False after an unsubscription, a bounce or a complaint: there is nothing to choose. */
  isSubscribed: boolean;
  onlyCategories: boolean;
  /** Those that have a public post or were chosen, by name. */
  categories: OfferedCategory[];
};

/** What the subscriber of a link gets. Changes nothing. @throws not-found */
export async function readPreferences(ctx: Pick<DomainContext, 'db'>, token: string): Promise<Preferences> {
  const choice = await findChoiceOfLink(ctx.db, hashToken(token));
  if (!choice) throw notFound('This link is not valid any more.');
  return {
    isSubscribed: isSubscribed(choice.state),
    onlyCategories: choice.only_categories,
    categories: await listOfferedCategories(ctx.db, choice.id),
  };
}

/** Whether the subscriber gets emails now, or will after a confirmation. */
export function isSubscribed(state: SubscriberState): boolean {
  return state === 'pending' || state === 'confirmed';
}
