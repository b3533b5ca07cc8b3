import { createHash } from 'node:crypto';

import { countSameText, insertMessage, isMessageStored, lockMessageContent } from '#db/queries/messages.ts';
import { insertJob } from '#db/queries/jobs.ts';
import type { MessageRow } from '#db/tables.ts';
import { retryAfterLostCommit } from '#db/transaction.ts';
import { type FormSigns, formSigns } from '#domain/analytics/form-signs.ts';
import { inTransaction, type Core, type InTransaction, type MessageDelivery } from '#domain/core/context.ts';
import { limitAttempts, networkOf, type LimitContext } from '#domain/limits/limit-attempts.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { kindNames } from '#domain/core/kinds.ts';
import { recordEvents } from '#domain/webhooks/record-events.ts';
import { classifySpam } from './classify-spam.ts';
import { findSpamSigns } from './learn-spam.ts';
import { applicationSubject, contactMessageInput, jvApplicationInput } from './message-input.ts';

/** A message repeated within so many minutes is a second click, not a second message. */
const onceInMinutes = 10;
const sameTextHours = 24;

type Sender = LimitContext & MessageDelivery;

type NewMessage = Pick<MessageRow, 'kind' | 'name' | 'email' | 'subject' | 'message'> &
  Partial<Pick<MessageRow, 'phone' | 'industry' | 'business_stage' | 'funding_to_date'>>;

/**
 * Stores a message and enqueues its delivery, in one transaction: when this returns, the message is stored. Spam goes to
 * the spam folder and is not delivered; a repeated message is stored once. Where the answer to the commit is lost, it is
 * looked up before the sender gets an answer.
 * @throws too-many when a network sends more than five in ten minutes.
 */
async function storeMessage(ctx: Sender, message: NewMessage, signs: FormSigns): Promise<void> {
  const contentHash = hashOf(Object.values(message));
  const textHash = hashOf([message.message.toLowerCase().replaceAll(/\s+/g, ' ')]);
  const store = async (tx: InTransaction<Sender>) => {
    const { db: trx } = tx;
    await lockMessageContent(trx, contentHash);
    if (await isMessageStored(trx, contentHash, onceInMinutes)) return;
    await limitAttempts(tx, [
      { name: 'message', subject: networkOf(ctx.clientAddress), maxAttempts: 5, minutes: 10 },
    ]);
    const rule = classifySpam({
      honeypot: signs.honeypot,
      milliseconds: signs.milliseconds,
      text: `${message.subject}\n${message.message}`,
      sameTextBefore: await countSameText(trx, textHash, sameTextHours),
    });
    const spamSigns = rule === null ? await findSpamSigns(trx, message, signs.milliseconds !== null) : null;
    const spamReason = spamSigns === null ? rule : 'words';
    const id = await insertMessage(
      trx,
      {
        ...message,
        spam_reason: spamReason,
        spam_signs: spamSigns ?? '',
        page: signs.page,
        referrer_host: signs.referrerHost,
        campaign: signs.campaign,
        last_post_id: signs.lastPostId,
        content_hash: contentHash,
        text_hash: textHash,
      },
      kindNames,
    );
    if (spamReason === null) await announceMessage(tx, { id, kind: message.kind });
  };
  await retryAfterLostCommit(() => inTransaction(ctx, store));
}

function hashOf(parts: readonly (string | null | undefined)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Stores a visitor's message and enqueues its delivery. @throws invalid input, too-many. */
export async function sendContactMessage(ctx: Sender, input: unknown): Promise<void> {
  const message = parseInput(contactMessageInput, input);
  await storeMessage(ctx, { kind: 'contact', ...message }, parseInput(formSigns, input));
}

/** Stores an application to the JV program and enqueues its delivery. @throws invalid input, too-many. */
export async function submitJvApplication(ctx: Sender, input: unknown): Promise<void> {
  const application = parseInput(jvApplicationInput, input);
  await storeMessage(
    ctx,
    {
      kind: 'application',
      name: application.name,
      email: application.email,
      subject: applicationSubject,
      message: application.problemDescription,
      phone: application.phone,
      industry: application.industry,
      business_stage: application.businessStage,
      funding_to_date: application.fundingToDate,
    },
    parseInput(formSigns, input),
  );
}

/** Has a message told to those who wait for it: by email, and to webhooks. */
export async function announceMessage(
  tx: InTransaction<Pick<Core, 'db'> & MessageDelivery>,
  { id, kind }: Pick<MessageRow, 'id' | 'kind'>,
): Promise<void> {
  const type = kind === 'contact' ? 'message.created' : 'application.created';
  await recordEvents(tx, [{ type, subjectId: id }]);
  await enqueueMessage(tx, id);
}

/** Adds the delivery of a message. Does nothing where messages are only kept in the inbox. */
export async function enqueueMessage(
  tx: InTransaction<Pick<Core, 'db'> & MessageDelivery>,
  messageId: string,
): Promise<void> {
  if (!tx.deliversMessages) return;
  await insertJob(tx.db, 'delivery', { messageId });
  tx.afterCommit('jobAdded');
}
