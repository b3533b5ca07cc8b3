import type { Logger } from '#adapters/log.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import type { BulkMailer } from '#domain/post-emails/bulk-mailer.ts';
import { sendDueRecipients } from '#domain/post-emails/send-post-emails.ts';
import { startDuePostEmails } from '#domain/post-emails/start-post-emails.ts';
import { redactAddresses } from '../http/redact-addresses.ts';
import { bulkConnections } from './bulk-mailer.ts';

/** The parts that the emails of posts need beside the domain. */
type PostEmailParts = {
  domain: DomainContext;
  mailer: BulkMailer;
  rate: number;
  returnPath: (recipientId: string) => string | null;
};

/** Starts sendings that are due, and emails recipients until none is due or the process stops. */
export async function sendPostEmails(
  { domain, rate, ...parts }: PostEmailParts,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  await startDuePostEmails(domain);
  const sender = {
    ...parts,
    db: domain.db,
    now: domain.now,
    emailToken: domain.emailToken,
    maxRate: rate,
    connections: bulkConnections,
    onFailure: ({ recipientId, kind, error }: { recipientId: string; kind: string; error: unknown }) =>
      log.warn('An email of a post was not taken', {
        recipientId,
        kind,
        reason: redactAddresses(String(error)),
      }),
  };
  await sendDueRecipients(sender, stopping);
}
