import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { updateOwnEmails } from '#domain/accounts/profile/own-emails.ts';
import { getOwnAccount } from '#domain/accounts/profile/own-account.ts';
import { inTransaction, type Actor } from '#domain/core/context.ts';
import type { Role } from '#domain/core/permissions.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { noEmail } from '#domain/email/mailer.ts';
import { useDatabase } from '#tests/database.ts';
import { contextAs, emailsIn, mailing } from '#tests/factories.ts';
import { sendWeeklyLeads } from './send-weekly-leads.ts';

const database = useDatabase({ timeZone: 'America/Los_Angeles' });
const singleSignOn = { singleSignOn: null };
/** Monday, November 23, 2026, at 8:00 in Los Angeles. */
const monday = new Date('2026-11-23T16:00:00Z');
const minute = 60_000;
const week = 7 * 24 * 60 * minute;

beforeEach(async () => {
  // Sunday at 23:59 is the end of last week, Monday at 0:00 is not.
  await sql`
    insert into messages (kind, name, email, subject, message, page, campaign, spam_reason, content_hash, text_hash, created_at)
    select 'contact', 'N', 'n@visitor.test', 'S', n::text, '/contact', case n when 1 then 'spring' else '' end,
      case n when 4 then 'links' end, '', '',
      case n when 1 then '2026-11-16 00:00' when 2 then '2026-11-22 23:59' when 3 then '2026-11-23 00:00'
        else '2026-11-18 12:00' end::timestamptz
    from generate_series(1, 4) n`.execute(database.db);
});
afterEach(async () => {
  await sql`truncate messages, jobs, users cascade`.execute(database.db);
});

/** A person who switched the email on before. */
async function reader(role: Role = 'admin', switchedOn = new Date(monday.getTime() - week)) {
  const ctx = await contextAs(database.db, role, { ...mailing, now: () => switchedOn });
  await updateOwnEmails(ctx, { leads: 'true' });
  return ctx;
}

const at = (ctx: DomainContext & { actor: Actor }, now: Date) => sendWeeklyLeads({ ...ctx, now: () => now });
const after = (milliseconds: number) => new Date(monday.getTime() + milliseconds);
const recipients = async () => (await emailsIn(database.db)).map(({ to }) => to).toSorted();

test('the email leaves on Monday at 8:00 of the site, once for each person, also by several instances', async () => {
  const [ctx, other] = [await reader(), await reader('super_admin')];
  expect(await at(ctx, after(-minute))).toBe(0);
  const sent = await Promise.all(Array.from({ length: 5 }, () => at(ctx, monday)));
  expect(sent.reduce((sum, emails) => sum + emails, 0)).toBe(2);
  expect(await at(ctx, after(week - minute))).toBe(0);
  expect(await recipients()).toEqual([ctx.actor.email, other.actor.email].toSorted());

  const { subject, text } = (await emailsIn(database.db))[0] ?? { subject: '', text: '' };
  expect(subject).toBe('Leads last week: 2 leads');
  expect(text).toContain('From November 16, 2026 to November 22, 2026 there were 2 leads');
  expect(text).toContain('Campaign: Unknown: 1, spring: 1');
  expect(text).toContain('In Spam: 1, kept for 30 days');
  expect(text).toContain('http://firm.test/admin/messages?since=2026-11-16&until=2026-11-22\n');

  // In the next week there is one lead, that of Monday.
  expect(await at(ctx, after(week))).toBe(2);
  expect(await at(ctx, after(2 * week))).toBe(0);
});

test('a run that is cut off before its commit has sent nothing, and the next one sends all', async () => {
  const ctx = await reader();
  const cutOff = inTransaction({ ...ctx, now: () => monday }, async (tx) => {
    expect(await sendWeeklyLeads(tx)).toBe(1);
    throw new Error('Killed.');
  });
  await expect(cutOff).rejects.toThrow('Killed.');
  expect(await recipients()).toEqual([]);
  expect(await at(ctx, after(minute))).toBe(1);
});

test('there is no email in a week of spam alone, and none later for what comes out of spam', async () => {
  const ctx = await reader();
  await sql`update messages set spam_reason = 'marked'`.execute(database.db);
  expect(await at(ctx, monday)).toBe(0);
  await sql`update messages set spam_reason = null`.execute(database.db);
  expect(await at(ctx, after(minute))).toBe(0);
});

test('only people who want it and may read messages get it, from the Monday after they said so', async () => {
  const former = await reader();
  await sql`update admin_users set role = 'editor'
    where user_id = ${former.actor.userId}`.execute(database.db);
  const late = await reader('admin', after(minute));
  const off = await reader();
  await updateOwnEmails(off, { leads: 'false' });
  expect((await getOwnAccount(off, singleSignOn)).emails).toMatchObject({ leads: false });
  expect((await getOwnAccount(late, singleSignOn)).emails).toMatchObject({ leads: true });
  expect(await at(late, after(2 * minute))).toBe(0);
  expect(await at(late, after(week))).toBe(1);
  expect(await recipients()).toEqual([late.actor.email]);

  const editor = await contextAs(database.db, 'editor', mailing);
  await expect(updateOwnEmails(editor, { leads: 'true' })).rejects.toMatchObject({ kind: 'forbidden' });
  expect((await getOwnAccount(editor, singleSignOn)).emails).toMatchObject({ leads: null });
});

test('an email that a clock ahead stored for a later week counts as none', async () => {
  const ctx = await reader();
  await sql`update admin_users set leads_emailed_for = '2027-12-20'`.execute(database.db);
  expect([await at(ctx, monday), await at(ctx, after(minute))]).toEqual([1, 0]);
});

test('where no email is set up nothing is claimed', async () => {
  const ctx = await reader();
  const without = { ...ctx, mail: noEmail };
  expect(await at(without, monday)).toBe(0);
  expect(await at(ctx, after(minute))).toBe(1);
});
