import { createHmac } from 'node:crypto';

import type { Database } from '#db/client.ts';
import { findInboxMessage } from '#db/queries/inbox.ts';
import { findSubscriber } from '#db/queries/subscribers.ts';
import type { WebhookEvent } from '#db/queries/webhooks.ts';
import type { Core, SiteOrigin } from '#domain/core/context.ts';

type Composed = { text: string; data: Readonly<Record<string, string | null>> };

const postVerbs: Readonly<Record<string, string>> = {
  'post.published': 'Published',
  'post.updated': 'Changed',
  'post.hidden': 'Hidden',
};

/**
 * The body of an event: its type, its time, a line that chat programs show, and its data.
 * @returns null when its subject was erased since
 */
export async function composeEvent(
  { db, origin }: Pick<Core, 'db'> & SiteOrigin,
  { type, subjectId, data = {} }: WebhookEvent,
  { at, hasLeadTexts }: { at: Date; hasLeadTexts: boolean },
): Promise<string | null> {
  const id = subjectId ?? '';
  const verb = postVerbs[type];
  const composed =
    verb !== undefined
      ? composePost(verb, { id, ...data }, origin)
      : type === 'subscriber.confirmed'
        ? await composeSubscriber(db, id, origin, hasLeadTexts)
        : subjectId === null
          ? { text: 'A test of this webhook.', data: { url: `${origin}/admin/webhooks` } }
          : await composeLead(db, id, origin, hasLeadTexts);
  return composed && JSON.stringify({ type, timestamp: at.toISOString(), ...composed });
}

function composePost(verb: string, { path = '', ...facts }: Composed['data'], origin: string): Composed {
  const url = `${origin}${path}`;
  return { text: `${verb}: ${inLine(facts['title'])} ${url}`, data: { ...facts, url } };
}

async function composeSubscriber(
  db: Database,
  id: string,
  origin: string,
  hasLeadTexts: boolean,
): Promise<Composed | null> {
  const subscriber = await findSubscriber(db, id);
  if (!subscriber) return null;
  const url = `${origin}/admin/subscribers`;
  return {
    text: `New subscriber: ${url}`,
    data: { id, url, page: subscriber.page, ...(hasLeadTexts && { email: subscriber.email }) },
  };
}

async function composeLead(
  db: Database,
  id: string,
  origin: string,
  hasLeadTexts: boolean,
): Promise<Composed | null> {
  const lead = await findInboxMessage(db, id);
  if (!lead || lead.deleted_at !== null) return null;
  const url = `${origin}/admin/messages/${id}`;
  const name = lead.kind === 'contact' ? 'New message' : 'New JV application';
  const { page, campaign, referrer_host: referrer } = lead;
  const texts = {
    name: lead.name,
    email: lead.email,
    subject: lead.subject,
    message: lead.message,
    phone: lead.phone,
    industry: lead.industry,
    businessStage: lead.business_stage,
    fundingToDate: lead.funding_to_date,
  };
  return {
    text: hasLeadTexts
      ? `${name} from ${inLine(lead.name)}: ${inLine(lead.subject)} ${url}`
      : `${name}: ${url}`,
    data: { id, url, page, campaign, referrer, ...(hasLeadTexts && texts) },
  };
}

/** Typed text within a line that a chat shows: it must neither mention anybody nor make a link. */
function inLine(typed: string | null = ''): string {
  return (typed ?? '').replaceAll(/[<>@]/g, '').replaceAll(/\s+/g, ' ').trim().slice(0, 200).toWellFormed();
}

/** The headers of the Standard Webhooks specification (https://www.standardwebhooks.com). */
export function signEvent(secret: Buffer, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
