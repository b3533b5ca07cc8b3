import { insertOutboxEntry, type Email } from '#db/queries/outbox.ts';
import type { Database } from '#db/client.ts';
import type { DomainContext } from '#domain/context.ts';

/**
 * Puts a letter into the outbox, in the transaction of what it tells of: it leaves if that is committed, after the
 * answer, and is tried again while the mail server is away. Say `outboxFilled` after the commit. Does nothing where no
 * email is set up.
 * @param options.id of the letter, where it holds a token that follows from it.
 * @param options.minutes after which it is of no use; without it, a day.
 */
export async function enqueueEmail(
  trx: Database,
  ctx: Pick<DomainContext, 'mail'>,
  email: Email,
  options: { id?: string; minutes?: number } = {},
): Promise<void> {
  if (ctx.mail.isSetUp) await insertOutboxEntry(trx, { email }, options);
}
