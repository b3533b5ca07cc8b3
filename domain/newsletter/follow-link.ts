import { confirmSubscriber, unsubscribe } from '#db/queries/subscribers.ts';
import { hashToken } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';

const unknownLink = 'This link is not valid any more.';

/** Confirms what the link of a letter stands for; twice is once. @throws not-found. */
export async function confirmSubscription(ctx: Pick<DomainContext, 'db'>, token: string): Promise<void> {
  if (!(await confirmSubscriber(ctx.db, hashToken(token)))) throw notFound(unknownLink);
}

/** Ends the letters; twice is once. @throws not-found. */
export async function endSubscription(ctx: Pick<DomainContext, 'db'>, token: string): Promise<void> {
  if (!(await unsubscribe(ctx.db, hashToken(token)))) throw notFound(unknownLink);
}
