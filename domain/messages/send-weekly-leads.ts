import { claimWeeklyLeads } from '#db/queries/leads.ts';
import { countSpam } from '#db/queries/inbox.ts';
import { countOpenProposals } from '#db/queries/proposals.ts';
import { originNames } from '#domain/analytics/lead-origin.ts';
import { minVisitorsForRate } from '#domain/analytics/lead-rate.ts';
import { readLeads, type Leads } from '#domain/analytics/leads.ts';
import { daysBefore } from '#domain/analytics/periods.ts';
import { inTransaction, type Core, type Outgoing } from '#domain/core/context.ts';
import { composeEmail } from '#domain/email/compose-email.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { Mail } from '#domain/email/mailer.ts';
import { permissions } from '#domain/core/permissions.ts';
import { formatLongDate } from '#domain/fields/dates.ts';

const rowsShown = 5;

/**
 * On Mondays from 8:00 on, adds the email about the leads of the week before to the outbox, once for each person who wants
 * it, whatever instance runs this how often. Without leads there is no email.
 */
export async function sendWeeklyLeads(
  ctx: Pick<Core, 'db' | 'now' | 'afterCommit'> & Outgoing,
): Promise<number> {
  if (!ctx.mail.isSetUp) return 0;
  return inTransaction(ctx, async (tx) => {
    const people = await claimWeeklyLeads(tx.db, ctx.now(), permissions['manage-inbox'].roles);
    const [first] = people;
    if (!first) return 0;
    const week = { since: daysBefore(first.monday, 7), until: daysBefore(first.monday, 1) };
    const leads = await readLeads(tx.db, week, rowsShown);
    if (leads.total === 0) return 0;
    const proposals = await countOpenProposals(tx.db, null);
    const spam = await countSpam(tx.db);
    for (const { email: to } of people) {
      await enqueueEmail(tx, composeWeeklyLeads({ to, origin: ctx.origin, leads, proposals, spam }));
    }
    return people.length;
  });
}

/** The email about the leads of a week, with where they came from. */
export function composeWeeklyLeads({
  to,
  origin,
  leads: { since, until, total, groups },
  proposals,
  spam,
}: {
  to: string;
  origin: string;
  leads: Leads;
  /** How many wait for a decision. */
  proposals: number;
  /** How many messages are in Spam. */
  spam: number;
}): Mail {
  const count = total === 1 ? '1 lead' : `${total.toLocaleString('en-US')} leads`;
  return composeEmail({
    to,
    subject: `Leads last week: ${count}`,
    lines: [
      `From ${formatLongDate(since)} to ${formatLongDate(until)} there were ${count}: contact messages and JV applications, without spam.`,
    ],
    facts: [
      ...groups.map((group) => [originNames[group.by], rowsText(group)] as const),
      ...(proposals > 0 ? [['Proposals that wait', proposals.toLocaleString('en-US')] as const] : []),
      ['In Spam', `${spam.toLocaleString('en-US')}, kept for 30 days`] as const,
    ],
    link: { label: 'Open them in Messages', href: `${origin}/admin/messages?since=${since}&until=${until}` },
    closing: [
      `A rate is leads per 100 visitors, and shown from ${minVisitorsForRate} visitors on.`,
      'You get this email because you switched it on. Switch it off in Your account, Emails.',
    ],
  });
}

function rowsText({ rows, other }: Leads['groups'][number]): string {
  const texts = rows.map(
    ({ name, leads, rate }) => `${name || 'Unknown'}: ${leads}${rate === null ? '' : ` (${rate}%)`}`,
  );
  return [...texts, ...(other > 0 ? [`Other: ${other}`] : [])].join(', ');
}
