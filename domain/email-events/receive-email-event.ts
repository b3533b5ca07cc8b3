import { claimEmailEvent } from '#db/queries/bounces.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict, forbidden, notFound } from '#domain/errors.ts';
import { recordBounce } from '#domain/newsletter/record-bounce.ts';
import { email } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { emailServices, type EmailService, type EventReader, type EventRequest } from './email-service.ts';
import { readBrevoEvent } from './read-brevo-event.ts';
import { readMailgunEvent } from './read-mailgun-event.ts';
import { readPostmarkEvent } from './read-postmark-event.ts';
import { readResendEvent } from './read-resend-event.ts';
import { readSesEvent } from './read-ses-event.ts';

const readers: Record<EmailService, EventReader> = {
  ses: readSesEvent,
  postmark: readPostmarkEvent,
  resend: readResendEvent,
  mailgun: readMailgunEvent,
  brevo: readBrevoEvent,
};

/** Clocks may differ by so much. Milliseconds. */
const clockSkew = 5 * 60_000;
/** An event may be about several recipients of one email. */
const maxReports = 100;

/**
 * Records the bounces and complaints of one request of an email service.
 * @throws not-found for a service that is unknown or not set up; forbidden without a right signature, or when it is too old;
 *   conflict when the same event was handled before
 */
export async function receiveEmailEvent(
  ctx: Pick<DomainContext, 'db' | 'now' | 'emailEvents'>,
  name: string,
  request: EventRequest,
): Promise<void> {
  const service = emailServices.find((known) => known === name);
  const secret = service && ctx.emailEvents.secrets[service];
  if (!service || secret === undefined) throw notFound('There is nothing at this address.');
  const event = await readers[service](request, secret, ctx.emailEvents);
  if (!event) throw forbidden('This request is not signed as it must be.');
  const age = ctx.now().getTime() - event.at.getTime();
  if (!(age <= event.maxAge && age >= -clockSkew)) throw forbidden('This request is too old.');
  await inTransaction(ctx, async (tx) => {
    if (!(await claimEmailEvent(tx.db, service, event.id))) throw conflict('This event was handled before.');
    for (const report of event.reports.slice(0, maxReports)) {
      if ('email' in report.about && !email.safeParse(report.about.email).success) continue;
      await recordBounce(tx, report);
    }
  });
  if (event.confirmAt !== undefined) await ctx.emailEvents.fetchText(event.confirmAt);
}
