import {
  composeAccessChange,
  composeEmailChange,
  composeEmailChangeRequested,
  composeEmailChanged,
  composeEmailConfirmation,
  composeExistingAccount,
  composeFactorChange,
  composeTokenChange,
  composeInvitation,
  composeNewDevice,
  composePasswordChanged,
  composePasswordReset,
} from '#domain/accounts/emails.ts';
import type { Mail } from '#domain/email/mailer.ts';
import { composeNotification } from '#domain/messages/compose-notification.ts';
import { composeProposal } from '#domain/proposals/send-proposal.ts';
import { composeWeeklyLeads } from '#domain/messages/send-weekly-leads.ts';
import { composeBackupFailed } from '#domain/email/compose-backup-failed.ts';
import { composeWebhookEnded } from '#domain/webhooks/deliver-event.ts';
import { composeTest } from '#domain/email/compose-test.ts';
import { applicationSubject } from '#domain/messages/message-input.ts';
import { testMessage } from '#server/email/delivery.ts';
import { composePostEmail, type Sender } from '#domain/post-emails/compose-post-email.ts';
import type { PostMail } from '#domain/post-emails/bulk-mailer.ts';
import { escapeHtml } from '#domain/html/escape-html.ts';
import { cleanTree } from '#domain/html/html.ts';
import { publicPost } from './public-post.ts';
import { composeConfirmation } from '#domain/newsletter/send-confirmation.ts';

/** User input that an email repeats. */
export type Typed = { name: string; subject: string; text: string; industry: string; funding: string };

const typed: Typed = {
  name: 'Ada Ferry',
  subject: 'Two ferries and one timetable',
  text: 'We run two ferries between three islands.\nThe timetable is a spreadsheet, and it is wrong every spring.\n\nCould you look at it with us?',
  industry: 'Passenger ferries',
  funding: 'None yet',
};

/** Every email that the product sends, by the name of its file, with words that might stand in it. */
export function sampleEmails(
  origin: string,
  { name, subject, text, industry, funding }: Typed = typed,
): Record<string, Mail> {
  const to = 'reader@firm.example';
  const token = 'sample-token';
  const contact = {
    ...testMessage('ada@visitor.example'),
    name,
    subject,
    message: text,
    page: '/contact',
    campaign: 'spring',
    referrer_host: 'news.example',
    last_post_title: 'A year',
  };
  return {
    'contact-message': composeNotification(contact, to, origin),
    'jv-application': composeNotification(
      {
        ...contact,
        kind: 'application',
        subject: applicationSubject,
        phone: '+1 702 555 0100',
        industry,
        business_stage: 'building',
        funding_to_date: funding,
      },
      to,
      origin,
    ),
    'password-reset': composePasswordReset({ to, origin, token }),
    'password-changed': composePasswordChanged({ to, origin }),
    'email-confirmation': composeEmailConfirmation({ to, origin, token }),
    'existing-account': composeExistingAccount({ to, origin }),
    'new-device': composeNewDevice({ to, origin, device: 'Chrome on Windows', factor: 'Passkey' }),
    'token-change': composeTokenChange({ to, origin, change: 'The token “Laptop” was ended.' }),
    'factor-change': composeFactorChange({ to, origin, change: 'The passkey “Laptop” was added.' }),
    'access-change': composeAccessChange({ to, origin, role: 'admin' }),
    'email-change': composeEmailChange({ to, origin, token, oldEmail: 'old@firm.example' }),
    'email-change-requested': composeEmailChangeRequested({ to, origin, newEmail: 'new@firm.example' }),
    'email-changed': composeEmailChanged({ to, origin, token, newEmail: 'new@firm.example' }),
    invitation: composeInvitation({
      to,
      inviter: name,
      role: 'editor',
      origin,
      link: `${origin}/admin/invitation?token=${token}`,
      daysOpen: 7,
    }),
    'backup-failed': composeBackupFailed({
      to,
      origin,
      problem: 'backup',
      failure: 'The disk that holds the backups is full.',
    }),
    'newsletter-confirmation': composeConfirmation(to, origin, token),
    'post-email': { to, ...samplePostEmail({ name, subject, text }, sampleSender(origin)) },
    proposal: composeProposal({ to, origin, id: token, title: subject, proposer: name, reason: text }),
    'weekly-leads': composeWeeklyLeads({
      to,
      origin,
      proposals: 2,
      spam: 3,
      leads: {
        since: '2026-11-16',
        until: '2026-11-22',
        total: 7,
        groups: [
          {
            by: 'post',
            rows: [
              { value: token, name: subject, leads: 4, rate: 12.5 },
              { value: '', name: '', leads: 2, rate: null },
            ],
            other: 1,
          },
          {
            by: 'source',
            rows: [{ value: 'news.example', name: 'news.example', leads: 7, rate: null }],
            other: 0,
          },
        ],
      },
    }),
    'webhook-ended': composeWebhookEnded({ to, origin, url: 'https://hooks.example/anyforge' }),
    test: composeTest({ to, origin }),
  };
}

function sampleSender(origin: string): Sender {
  return {
    brand: { name: 'Firm', accent: '#005f73', darkAccent: '#5bc0de', logo: null },
    origin,
    postalAddress: '1 Pier Street\nToronto',
    reason: 'You get this email because you subscribed on our site.',
  };
}

function samplePostEmail(
  { name, subject, text }: Pick<Typed, 'name' | 'subject' | 'text'>,
  sender: Sender,
): PostMail {
  const content = `<p>${escapeHtml(text)}</p><h2>A heading</h2><ul><li>One</li><li>Two</li></ul>`;
  const post = publicPost({ title: subject, excerpt: text, author: name, content });
  return composePostEmail(post, cleanTree(content), sender);
}
