import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';

import { createSmtpMailer } from '#adapters/email-by-smtp.ts';
import { inviteAdmin } from './invitations/invite-admin.ts';
import { findInvitation } from './invitations/invitations.ts';
import { confirmSubscription } from '#domain/newsletter/subscription-links.ts';
import { subscribe } from '#domain/newsletter/subscribe.ts';
import { useDatabase } from '#tests/database.ts';
import { contextAs, contextOn } from '#tests/factories.ts';
import { deliverNext, delivererOn } from '#tests/jobs.ts';
import { linkIn, useMailServer } from '#tests/mail-server.ts';
import { findLink } from './links.ts';
import { sendConfirmation } from './profile/confirm-email.ts';
import { requestPasswordReset } from './profile/reset-password.ts';

const from = () => ({ name: 'Anyforge', address: 'site@firm.test' });

const { db } = useDatabase();
const mailServer = useMailServer();
let person: string;

beforeEach(async () => {
  await sql`truncate jobs, attempts`.execute(db);
  person = (await contextAs(db, 'editor')).actor.email;
});

const mailing = () => ({ mail: createSmtpMailer({ url: mailServer.url, from }), emailConfirmation: true });

/** One try, at a mail server that is there or not, as if its time had come. */
async function tryOnce(url = mailServer.url, now = new Date()): Promise<unknown[]> {
  const errors: unknown[] = [];
  const mail = createSmtpMailer({ url, from });
  await sql`update jobs set run_at = now() where done_at is null`.execute(db);
  const onFailure = ({ error }: { error: unknown }) => errors.push(error);
  await deliverNext(delivererOn(db, null, { mail, now: () => now, onFailure }));
  mail.close();
  return errors;
}

const nowhere = 'smtp://127.0.0.1:1';
const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';
const waiting = () => db.selectFrom('jobs').selectAll().execute();

describe('an email with a one-time link', () => {
  const emails = {
    'a new password': {
      ask: () => requestPasswordReset(contextOn(db, mailing()), person),
      opens: (token: string) => findLink({ db }, 'password-reset', token).then((found) => found === person),
    },
    'a confirmation': {
      ask: async () => {
        await sql`update users set email_verified = false where email = ${person}`.execute(db);
        await sendConfirmation(contextOn(db, mailing()), person);
      },
      opens: async (token: string) => (await findLink({ db }, 'email-confirmation', token)) === person,
    },
    'an invitation': {
      ask: async () => {
        person = `guest-${person}`;
        await inviteAdmin(await contextAs(db, 'admin', mailing()), { email: person, role: 'editor' });
      },
      opens: async (token: string) => (await findInvitation({ db }, { token }))?.email === person,
    },
    'a subscription': {
      ask: () => subscribe(contextOn(db, mailing()), { email: person }),
      opens: (token: string) =>
        confirmSubscription(contextOn(db), token).then(
          () => true,
          () => false,
        ),
    },
  };

  test.for(Object.entries(emails))(
    '%s survives a mail server that is away, and is not kept with its token',
    async ([, { ask, opens }]) => {
      await ask();
      expect(String((await tryOnce(nowhere))[0])).toContain('ECONNREFUSED');
      const kept = JSON.stringify(await waiting());
      expect(await tryOnce()).toEqual([]);

      const token = tokenIn(linkIn(await mailServer.next(person)));
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(await opens(token)).toBe(true);
      expect(kept).toContain('{one-time-token}');
      expect(kept).not.toContain(token);
      expect(await opens('{one-time-token}')).toBe(false);
    },
  );

  test('that is about a password is given up after the hour for which its link is open', async () => {
    await requestPasswordReset(contextOn(db, mailing()), person);
    const inAnHour = new Date(Date.now() + 61 * 60_000);
    expect(String(await tryOnce(mailServer.url, inAnHour))).toContain('expired');
    expect(await waiting()).toMatchObject([{ given_up_at: expect.any(Date), done_at: null }]);
    expect(mailServer.received.flatMap(({ to }) => to)).not.toContain(person);
  });

  test('does not leave when what it tells of is not committed', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await requestPasswordReset(contextOn(trx, mailing()), person);
      throw new Error('The transaction failed.');
    });
    await expect(failing).rejects.toThrow('The transaction failed.');
    expect(await waiting()).toEqual([]);
  });

  test('nothing waits where no email is set up', async () => {
    await requestPasswordReset(contextOn(db), person);
    expect(await waiting()).toEqual([]);
  });
});
