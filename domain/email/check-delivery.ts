import { findLastFailure, measureOutbox } from '#db/queries/outbox.ts';
import type { DomainContext } from '#domain/context.ts';
import { requirePermission } from '#domain/actor.ts';
import { checkDnsRecords, type PolicyRecords, type RecordVerdict } from './check-dns-records.ts';

export type DeliveryCheck = {
  transport: 'none' | 'smtp' | 'emailjs';
  recipient: string | null;
  waiting: number;
  oldest: Date | null;
  givenUp: number;
  lastFailure: string | null;
  /** Only where we send by SMTP: the email service has its own. */
  records: RecordVerdict[];
};

/** How messages reach the firm, and the problems with it. @throws forbidden for editors. */
export async function checkDelivery(ctx: DomainContext): Promise<DeliveryCheck> {
  requirePermission(ctx, 'manage-inbox');
  const { transport, recipient, lookUpText } = ctx.emailCheck;
  const domain = transport === 'smtp' ? (recipient?.split('@').pop() ?? null) : null;
  const [outbox, lastFailure, records] = await Promise.all([
    measureOutbox(ctx.db),
    findLastFailure(ctx.db),
    domain === null ? [] : lookUpRecords(domain, lookUpText),
  ]);
  return { transport, recipient, ...outbox, lastFailure, records };
}

/** Finds and checks the records that say who may send emails from a domain. */
export async function lookUpRecords(
  domain: string,
  lookUpText: (name: string) => Promise<string[]>,
): Promise<RecordVerdict[]> {
  const lookUp: LookUp = (name) => lookUpText(name).catch(() => null);
  const [spf, policy] = await Promise.all([lookUp(domain), lookUpPolicy(lookUp, domain)]);
  return checkDnsRecords(domain, spf, policy);
}

type LookUp = (name: string) => Promise<string[] | null>;

/** The DMARC records that count for a domain: its own, else those of the nearest domain above it. */
async function lookUpPolicy(lookUp: LookUp, domain: string): Promise<PolicyRecords> {
  const own = { at: `_dmarc.${domain}`, records: await lookUp(`_dmarc.${domain}`) };
  const above = domain.split('.').slice(1);
  if (own.records?.length !== 0 || above.length < 2) return own;
  const inherited = await lookUpPolicy(lookUp, above.join('.'));
  return inherited.records?.length === 0 ? own : inherited;
}
