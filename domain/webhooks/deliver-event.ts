import type { HeldJob } from '#db/queries/jobs.ts';
import { lockAdmins } from '#db/queries/admins.ts';
import {
  claimPlannedEvent,
  countFailedDay,
  endWebhook,
  findWebhookOf,
  insertDeliveries,
  storeAcceptance,
  type WebhookEvent,
  type WebhookRow,
} from '#db/queries/webhooks.ts';
import type { Core, Secrets, SiteOrigin, Outgoing } from '#domain/core/context.ts';
import { inTransaction } from '#domain/core/context.ts';
import { composeEmail } from '#domain/email/compose-email.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { Mail } from '#domain/email/mailer.ts';
import { invalid } from '#domain/core/errors.ts';
import { untilStored } from '#domain/core/until-stored.ts';
import { composeEvent, signEvent } from './compose-event.ts';
import { readWebhookSecret } from './webhook-secret.ts';

/** Sends a request to an address of the public web. Implemented in `adapters/send-webhook.ts`. @throws without an answer */
export type SendWebhook = (
  address: string,
  request: { body: string; headers: Record<string, string> },
  stopping: AbortSignal,
) => Promise<{ status: number; text: string }>;

const maxFailedDays = 10;

type Deliverer = Pick<Core, 'db' | 'now' | 'afterCommit'> & Outgoing & SiteOrigin & Secrets;

/**
 * Delivers an event to its webhook, which gets it again with the same id where the answer is lost. A planned event becomes
 * the deliveries of the webhooks of this moment.
 * @throws with the reason when it was not accepted, or `stopping` ended the attempt
 */
export async function deliverEvent(
  ctx: Deliverer,
  send: SendWebhook,
  job: HeldJob<WebhookEvent>,
  stopping: AbortSignal,
): Promise<void> {
  const webhook = await findWebhookOf(ctx.db, job.id);
  if (!webhook) return divide(ctx, job);
  const { has_lead_texts: hasLeadTexts, url } = webhook;
  const body = await composeEvent(ctx, job.payload, { at: job.createdAt, hasLeadTexts });
  if (body === null) return;
  try {
    const headers = signEvent(readWebhookSecret(ctx, webhook), job.id, ctx.now(), body);
    const { status, text } = await send(url, { body, headers }, stopping);
    const answer = `${status} ${plainStart(text)}`.trim();
    if (status >= 300 && status < 400) throw invalid(`It answered ${status}. Redirects are not followed.`);
    if (status < 200 || status >= 300) throw invalid(`It answered ${answer}`);
    await untilStored(() => storeAcceptance(ctx.db, job.id, answer));
  } catch (error) {
    if (!stopping.aborted) await recordFailedDay(ctx, webhook);
    throw error;
  }
}

async function divide(ctx: Deliverer, { id, payload }: HeldJob<WebhookEvent>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if ((await claimPlannedEvent(tx.db, id)) && (await insertDeliveries(tx.db, [payload])))
      tx.afterCommit('jobAdded');
  });
}

/** The start of an answer as a line that a database stores. */
function plainStart(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed();
}

/** After ten days with failures and without success a webhook ends, and administrators are told. */
async function recordFailedDay(ctx: Deliverer, { id, url }: WebhookRow): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const days = await countFailedDay(tx.db, id);
    if (days === undefined || days < maxFailedDays) return;
    await endWebhook(tx.db, id);
    for (const { email: to } of await lockAdmins(tx.db, {}))
      await enqueueEmail(tx, composeWebhookEnded({ to, origin: ctx.origin, url }));
  });
}

/** Tells a super admin that a webhook has ended. */
export function composeWebhookEnded({ to, origin, url }: { to: string; origin: string; url: string }): Mail {
  return composeEmail({
    to,
    subject: 'A webhook was switched off',
    lines: [
      `Events could not be delivered on ${maxFailedDays} days, so the site no longer sends them to ${url}.`,
      'Check the address and save the webhook to switch it on. Deliveries can be sent again from the list.',
    ],
    link: { label: 'Open Webhooks', href: `${origin}/admin/webhooks` },
    closing: [],
  });
}
