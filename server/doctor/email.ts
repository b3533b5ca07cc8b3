import { checkSmtp } from '#adapters/email-by-smtp.ts';
import { lookUpRecords } from '#domain/email/check-delivery.ts';
import type { RecordVerdict } from '#domain/email/check-dns-records.ts';

import { createDelivery } from '../email/delivery.ts';
import { createEmailCheck } from '../email/email-check.ts';
import { createMailer } from '../email/mailer.ts';
import { ok, problem, warning, type Check, type Finding } from './check.ts';

/** Milliseconds. */
const answerWithin = 4_000;

/** Whether the mail server lets the product in and, when that is wanted, takes a message. */
export const mailServer: Check = {
  name: 'mail server',
  async run({ config, sendsTest }, signal) {
    const { email, contactEmail, siteUrl } = config;
    if (email.transport === 'none') {
      return [
        warning(
          'No email is set up: messages stay in the inbox, and no link for a new password can be sent.',
          'Set EMAIL_TRANSPORT=smtp, SMTP_URL and CONTACT_EMAIL.',
        ),
      ];
    }
    const repair = 'Check SMTP_URL: host, port, user and password; smtps:// for port 465, smtp:// for 587.';
    if (email.transport === 'smtp') {
      try {
        await checkSmtp(email.url, answerWithin);
      } catch (error) {
        return [problem(`The mail server does not let the product in: ${messageOf(error)}`, repair)];
      }
    }
    if (!sendsTest) return [ok('The mail server lets the product in. With --send-test a message is sent.')];
    const mail = createMailer(config, new URL(siteUrl.origin).host);
    const delivery = createDelivery(config, mail, siteUrl.origin);
    try {
      await createEmailCheck(config, { mail, delivery, origin: siteUrl.origin }).sendTest(signal);
      return [ok(`A test message was sent to ${contactEmail}: see whether it arrives, and not as spam.`)];
    } catch (error) {
      return [problem(`The test message was refused: ${messageOf(error)}`, repair)];
    } finally {
      mail.close();
    }
  },
};

/** SPF, DKIM and DMARC of the domain that emails come from. */
export const mailRecords: Check = {
  name: 'records for email',
  async run({ config: { email, contactEmail }, dns, dkimSelector }) {
    const domain = contactEmail?.split('@').pop();
    if (email.transport !== 'smtp' || domain === undefined) return [];
    const [records, mailServers, key] = await Promise.all([
      lookUpRecords(domain, dns.texts),
      dns.mailServers(domain).catch(() => null),
      dkimSelector === null ? null : dns.texts(`${dkimSelector}._domainkey.${domain}`).catch(() => null),
    ]);
    return [
      ...records.filter(({ name }) => name !== 'DKIM').map(recordFinding),
      ...dkimFindings(domain, dkimSelector, key),
      ...(mailServers?.length === 0
        ? [
            warning(
              `${domain} has no MX record, so answers to emails may not arrive.`,
              `Make an MX record for ${domain}.`,
            ),
          ]
        : []),
    ];
  },
};

/** Pure. */
export function recordFinding({ name, at, state, record, words }: RecordVerdict): Finding {
  if (state === 'set') return ok(`${name} is set at ${at}.`);
  if (state === 'unknown')
    return warning(`The DNS did not answer for ${at}.`, 'Check the network, and try again.');
  if (state === 'wrong') {
    return problem(
      `${at} has more than one ${name} record, so receivers ignore all of them.`,
      'Keep one of them.',
    );
  }
  return problem(
    `There is no ${name} record at ${at}. ${words}`,
    `Make a TXT record there, such as: ${record}`,
  );
}

/** @param key the records there; null when they are not known. Pure. */
export function dkimFindings(
  domain: string,
  selector: string | null,
  key: readonly string[] | null,
): Finding[] {
  if (selector === null) {
    return [ok(`Whether emails of ${domain} are signed (DKIM) is checked with --dkim-selector NAME.`)];
  }
  const at = `${selector}._domainkey.${domain}`;
  if (key === null)
    return [warning(`The DNS did not answer for ${at}.`, 'Check the network, and try again.')];
  const found = key.find((record) => /(?:^|;)\s*p=/.test(record));
  if (found === undefined) {
    return [problem(`There is no DKIM key at ${at}.`, 'Make the TXT record that your mail provider names.')];
  }
  return /(?:^|;)\s*p=\s*(?:;|$)/.test(found)
    ? [
        problem(
          `The DKIM key at ${at} was withdrawn (it is empty).`,
          'Set the present key of your mail provider.',
        ),
      ]
    : [ok(`The DKIM key is set at ${at}.`)];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
