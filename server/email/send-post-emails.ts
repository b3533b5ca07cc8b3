import type { Logger } from '#adapters/log.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { sendDueRecipients, type PostEmailSender } from '#domain/post-emails/send-post-emails.ts';
import { startDuePostEmails } from '#domain/post-emails/start-post-emails.ts';
import { redactAddresses } from '../http/redact-addresses.ts';
import { bulkConnections } from './bulk-mailer.ts';

type PostEmailParts = Pick<PostEmailSender, 'mailer' | 'maxRate' | 'returnPath'> & { domain: DomainContext };

/** Starts sendings that are due, and emails recipients until none is due or the process stops. */
export async function sendPostEmails(
  { domain, ...parts }: PostEmailParts,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  await startDuePostEmails(domain);
  const sender: PostEmailSender = {
    ...parts,
    db: domain.db,
    now: domain.now,
    emailToken: domain.emailToken,
    connections: bulkConnections,
    onFailure: ({ recipientId, kind, error }) =>
      log.warn('An email of a post was not taken', {
        recipientId,
        kind,
        reason: redactAddresses(String(error)),
      }),
  };
  await sendDueRecipients(sender, stopping);
}
