import { timingSafeEqual } from 'node:crypto';

import { takeAttempt } from '#db/queries/attempts.ts';
import { inTransaction, type Core, type Secrets, type SiteOrigin } from '#domain/core/context.ts';
import { forbidden, notFound } from '#domain/core/errors.ts';
import { attemptKey } from '#domain/limits/limit-attempts.ts';
import { email } from '#domain/fields/fields.ts';
import { type EmailEvent, readPostmarkEvent, readSesEvent, type WebReader } from './email-events.ts';
import { recordBounce } from './record-bounce.ts';

/** Each returns null for a request that is not in the format of the service, or not signed where it signs. */
const services = new Map<
  string,
  { name: string; read: (body: string, fetchText: WebReader['fetchText']) => Promise<EmailEvent | null> }
>([
  ['ses', { name: 'Amazon SES', read: readSesEvent }],
  ['postmark', { name: 'Postmark', read: async (body) => readPostmarkEvent(body) }],
]);

/** An event may be about several recipients of one email. */
const maxReports = 100;

/** Longer than any service may repeat an event. */
const secondsRemembered = 30 * 24 * 60 * 60;

/** Where each service may report bounces and complaints. The token in it is a secret of this site and the service. */
export function emailEventAddresses(ctx: SiteOrigin & Secrets): { name: string; address: string }[] {
  const token = eventToken(ctx);
  return [...services].map(([service, { name }]) => ({
    name,
    address: `${ctx.origin}/api/email-events/${service}/${token}`,
  }));
}

function eventToken({ deriveKey }: Secrets): string {
  return deriveKey('email events').toString('base64url');
}

/**
 * Records the bounces and complaints of one request of an email service; nothing for an event that was handled before.
 * @throws not-found for an unknown service or a wrong token; forbidden without a right signature; SigningKeyUnavailable
 */
export async function receiveEmailEvent(
  ctx: Pick<Core, 'db'> & Secrets & WebReader,
  request: { service: string; token: string; body: string },
): Promise<void> {
  const service = services.get(request.service);
  if (!service || !isSame(request.token, eventToken(ctx)))
    throw notFound('There is nothing at this address.');
  const event = await service.read(request.body, ctx.fetchText);
  if (!event) throw forbidden('This request is not signed as it must be.');
  const isNew = await inTransaction(ctx, async (tx) => {
    const key = attemptKey({ name: `email-event-${request.service}`, subject: event.id });
    const wait = await takeAttempt(tx.db, { key, maxAttempts: 1, seconds: secondsRemembered });
    if (wait !== null) return false;
    for (const report of event.reports.slice(0, maxReports)) {
      if ('email' in report.about && !email.safeParse(report.about.email).success) continue;
      await recordBounce(tx, report);
    }
    return true;
  });
  if (isNew && event.confirmAt !== undefined) await ctx.fetchText(event.confirmAt);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
