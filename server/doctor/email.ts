import { checkSmtp } from '#adapters/email-by-smtp.ts';
import { checkDomain } from '#domain/newsletter/newsletter-setup.ts';

import { bulkServerUrl } from '../email/bulk-mailer.ts';
import { createDelivery, createEmailCheck, createMailer } from '#server/email/delivery.ts';
import { lookUpSetup } from '../newsletter/look-up-setup.ts';
import { messageOf } from '#db/database-error.ts';
import { ok, problem, warning, type Check } from './check.ts';

/** Milliseconds. */
const answerWithin = 4_000;

/** True if the mail server lets the product in and, when that is wanted, takes a message. */
export const mailServer: Check = {
  name: 'mail server',
  async run({ config, site: { contactEmail }, sendsTest }, signal) {
    const { email, siteUrl } = config;
    if (email.transport === 'none') {
      return warning(
        'No email is set up: messages stay in the inbox, and no link for a new password can be sent.',
        'Set EMAIL_TRANSPORT=smtp and SMTP_URL, and the email of Contact details in Site.',
      );
    }
    const repair = 'Check SMTP_URL: host, port, user and password; smtps:// for port 465, smtp:// for 587.';
    if (email.transport === 'smtp') {
      try {
        await checkSmtp(email.url, answerWithin);
      } catch (error) {
        return problem(`The mail server does not let the product in: ${messageOf(error)}`, repair);
      }
    }
    if (contactEmail === null) {
      return problem(
        'Messages have no recipient.',
        'Set the email of Contact details in Site, or CONTACT_EMAIL.',
      );
    }
    if (!sendsTest) return ok('The mail server lets the product in. With --send-test a message is sent.');
    const { origin, host } = new URL(siteUrl.origin);
    const mail = createMailer(config, () => ({ name: host, address: contactEmail }));
    const settings = { email, contactEmail, origin };
    const delivery = createDelivery(settings, mail);
    try {
      await createEmailCheck(settings, { mail, delivery }).sendTest(signal);
      return ok(`A test message was sent to ${contactEmail}: see whether it arrives, and not as spam.`);
    } catch (error) {
      return problem(`The test message was refused: ${messageOf(error)}`, repair);
    } finally {
      mail.close();
    }
  },
};

/** The records of the domain that emails come from: the checks of the newsletter's set-up. */
export const mailRecords: Check = {
  name: 'records for email',
  async run({ config, site, dns }) {
    if (bulkServerUrl(config) === null) return [];
    if (site.contactEmail === null) {
      return problem(
        'There is no address that emails come from.',
        'Set CONTACT_EMAIL, or the address in Site.',
      );
    }
    return checkDomain(await lookUpSetup({ ...config, ...site }, dns)).map(
      ({ name, state, finding, repair }) => {
        if (state === 'ok') return ok(`${name}: ${finding}`);
        return (state === 'problem' ? problem : warning)(`${name}: ${finding}`, repair);
      },
    );
  },
};
