import { hasOpenPostEmails } from '#db/queries/post-emails.ts';
import type { Logger } from '#adapters/log.ts';
import type { DomainContext } from '#domain/context.ts';
import type { BulkMailer } from '#domain/post-emails/bulk-mailer.ts';
import {
  sendPostEmailBatch,
  type PostEmailSender,
  type WorkerMemory,
} from '#domain/post-emails/send-post-emails.ts';
import { startDuePostEmails } from '#domain/post-emails/start-post-emails.ts';
import { redactAddresses } from '../http/redact-addresses.ts';
import { bulkConnections } from './bulk-mailer.ts';

/** What the emails of posts need beside the domain. */
export type PostEmailParts = {
  domain: DomainContext;
  /** Null: no post can be emailed. */
  mailer: BulkMailer | null;
  rate: number;
  returnPath: (recipientId: string) => string | null;
};

/** Starts what is due, and emails recipients until none is due or the process stops. */
export async function sendPostEmails(
  parts: PostEmailParts,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const { domain, mailer, rate, returnPath } = parts;
  const { db, emailToken } = domain;
  if (mailer === null || !(await hasOpenPostEmails(db))) return;
  await startDuePostEmails(domain);
  const sender: PostEmailSender = {
    db,
    mailer,
    emailToken,
    highestRate: rate,
    returnPath,
    onFailure: ({ recipientId, kind, error }) =>
      log.warn('An email of a post was not taken', {
        recipientId,
        kind,
        reason: redactAddresses(String(error)),
      }),
  };
  await Promise.all(Array.from({ length: bulkConnections }, () => work(sender, stopping)));
}

async function work(sender: PostEmailSender, stopping: AbortSignal): Promise<void> {
  let memory: WorkerMemory = null;
  while (!stopping.aborted) {
    const next = await sendPostEmailBatch(sender, memory, stopping);
    if (next === null) return;
    if (next !== 'wait') memory = next;
  }
}
