import { findLastFailure, measureOutbox } from '#db/queries/outbox.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { failureWords } from '#domain/mail/failure-words.ts';
import { judgeRecords, type RecordVerdict } from './judge-records.ts';
import { requireInbox } from './require-inbox.ts';

export type DeliveryCheck = {
  transport: 'none' | 'smtp' | 'emailjs';
  recipient: string | null;
  waiting: number;
  oldest: Date | null;
  givenUp: number;
  lastFailure: string | null;
  /** Only where we send by SMTP: the e-mail service has its own. */
  records: RecordVerdict[];
};

/** How messages reach the firm, and what is wrong with that. @throws forbidden for editors. */
export async function checkDelivery(ctx: DomainContext): Promise<DeliveryCheck> {
  requireInbox(ctx);
  const { transport, recipient, lookUpText } = ctx.mailCheck;
  const domain = transport === 'smtp' ? (recipient?.split('@').pop() ?? null) : null;
  const lookUp = (name: string) => lookUpText(name).catch(() => null);
  const [outbox, lastFailure, records] = await Promise.all([
    measureOutbox(ctx.db),
    findLastFailure(ctx.db),
    domain === null
      ? []
      : Promise.all([lookUp(domain), lookUp(`_dmarc.${domain}`)]).then(([spf, dmarc]) =>
          judgeRecords(domain, spf, dmarc),
        ),
  ]);
  return { transport, recipient, ...outbox, lastFailure, records };
}

/** Somebody looks at the screen meanwhile. Milliseconds. */
const testPatience = 20_000;

/** Sends one message to the firm, now. @throws forbidden for editors, invalid with what the mail server said. */
export async function sendTestMessage(ctx: DomainContext): Promise<void> {
  requireInbox(ctx);
  const signal = AbortSignal.timeout(testPatience);
  try {
    await ctx.mailCheck.sendTest(signal);
  } catch (error) {
    if (signal.aborted) throw invalid(`It was not taken over within ${testPatience / 1_000} seconds.`);
    throw invalid(`It was not taken over: ${failureWords(error)}`);
  }
}
