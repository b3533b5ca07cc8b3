import type { DeliveredMessage } from '#domain/email/delivery.ts';
import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';
import { stageLabel } from './business-stages.ts';

/** The email that notifies the firm of a message; a reply to it goes to the visitor. */
export function composeNotification(message: DeliveredMessage, to: string, origin: string): Mail {
  const isApplication = message.kind === 'application';
  const facts: [string, string | null][] = [
    ['Name', message.name],
    ['Email', message.email],
    ['Phone', message.phone],
    ['Industry', message.industry],
    ['Business stage', isApplication ? stageLabel(message.business_stage) : null],
    ['Funding to date', message.funding_to_date],
    ['Subject', isApplication ? null : message.subject],
    ['Came from page', message.page],
    ['Came from site', message.referrer_host],
    ['Campaign', message.campaign],
    ['Last post read', message.last_post_title],
  ];
  return {
    ...composeEmail({
      to,
      subject: message.subject,
      lines: [isApplication ? 'New application to the JV program.' : 'New message from the contact form.'],
      facts: facts.flatMap(([name, value]) => (value ? [[name, value]] : [])),
      quote: message.message,
      link: { label: 'Open in the inbox', href: `${origin}/admin/messages/${message.id}` },
      closing: [`Answer this email to write to ${message.name}.`],
    }),
    replyTo: message.email,
  };
}
