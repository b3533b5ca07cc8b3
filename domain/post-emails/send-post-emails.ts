import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '#db/client.ts';
import { isOutboxDue } from '#db/queries/outbox.ts';
import {
  beginRecipient,
  claimRecipients,
  countRefused,
  extendRecipientLeases,
  findMail,
  finishPostEmails,
  lockRunningPostEmail,
  markRecipientWaiting,
  pausePostEmail,
  settleRecipient,
  storeTurn,
  type ClaimedRecipient,
  type RunningPostEmail,
} from '#db/queries/post-emails.ts';
import { runTransaction } from '#db/transaction.ts';
import { nextAttemptAt } from '#domain/email/next-attempt.ts';
import { recordBounce } from '#domain/newsletter/record-bounce.ts';
import { storeLinks } from '#domain/newsletter/subscription-links.ts';
import { isUnavailable } from '#domain/errors.ts';
import { SendFailure, type BulkMailer, type FailureKind, type PostMail } from './bulk-mailer.ts';

export type PostEmailSender = {
  db: Database;
  mailer: BulkMailer;
  emailToken: (id: string) => string;
  /** Emails per second of all machines together that are never exceeded. */
  highestRate: number;
  /** The envelope's sender for one recipient; null: the sender of the email. */
  returnPath: (recipientId: string) => string | null;
  onFailure: (failure: { recipientId: string; kind: string; error: unknown }) => void;
};

/** Seconds after which another worker may claim a recipient; a running one extends its lease before. */
const lease = 90;
const extendEvery = 20;
/** Milliseconds that an attempt may take. */
const timeoutMilliseconds = 180_000;
/** Milliseconds that a sending waits after a server that takes nothing, and after one that asked for less. */
const afterUnavailable = 10_000;
const afterSlower = 10_000;
/** Milliseconds between two looks at the outbox while it has something due. */
const betweenLooks = 200;
/** Milliseconds between two tries to store that an email was sent. */
const betweenStores = 250;
/** A worker claims what it can send in this part of a second, so that others find something to do. */
const batchSeconds = 0.25;
const largestBatch = 50;
/** Emails per second of a server that asks for less again and again. */
const lowestRate = 0.2;
/** Milliseconds that may be given away in advance. */
const furthestAhead = 1_000;
/** After so many attempts over a day a recipient is given up. */
const mostTries = 16;
/** A connection that broke so often after the whole email of one recipient stops the sending. */
const mostUnclear = 3;

/** More than 5 % refused for good among so many emails stop a sending: the list is stale, or the mail server is blocked. */
const checkedEmails = 500;
const mostRefused = 0.05;
/** Fewer say nothing about a short list. */
const fewestRefused = 5;

/** What a worker keeps between two batches. */
export type WorkerMemory = { postEmailId: string; mail: PostMail } | null;

/**
 * Sends a few emails of the oldest sending that has a recipient who is due. May run many times at once, in many
 * processes: each recipient is claimed by one of them, and their speed is one for all. A recipient whose worker ended
 * between the email and its record is emailed once more, under the same Message-ID.
 * @returns what to pass to the next call; null when there is nothing to do now
 */
export async function sendPostEmailBatch(
  ctx: PostEmailSender,
  memory: WorkerMemory,
  stopping: AbortSignal,
): Promise<WorkerMemory | 'wait'> {
  // Messages, password resets and invitations go first.
  if (await isOutboxDue(ctx.db)) {
    await pause(betweenLooks, stopping);
    return memory ?? 'wait';
  }
  const worker = randomUUID();
  const batch = await runTransaction(ctx.db, (trx) => claimBatch({ ...ctx, db: trx }, worker));
  if (batch === null) {
    await finishPostEmails(ctx.db);
    return null;
  }
  if (batch.kind === 'wait') {
    await pause(batch.milliseconds, stopping);
    return memory ?? 'wait';
  }
  const mail = memory?.postEmailId === batch.id ? memory.mail : await findMail(ctx.db, { id: batch.id });
  if (!mail) throw new Error('A sending has no email.');
  await sendBatch(ctx, { ...batch, mail, worker }, stopping);
  return { postEmailId: batch.id, mail };
}

async function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
  await sleep(Math.max(0, milliseconds), undefined, { signal: stopping }).catch(() => {});
}

type Batch = { id: string; recipients: ClaimedRecipient[]; start: number; between: number };

/** In a transaction: the recipients of this worker, and when each is to be emailed (milliseconds from now). */
async function claimBatch(
  ctx: PostEmailSender,
  worker: string,
): Promise<({ kind: 'send' } & Batch) | { kind: 'wait'; milliseconds: number } | null> {
  const { db: trx, highestRate } = ctx;
  const sending = await lockRunningPostEmail(trx);
  if (!sending) return null;
  const { id, now, tried } = sending;
  const reason = sending.isPublic ? await tooManyBounces(trx, sending) : 'The post is not public any more.';
  if (reason !== null) {
    await pausePostEmail(trx, id, reason);
    return { kind: 'wait', milliseconds: 0 };
  }
  const ahead = sending.next_at.getTime() - now.getTime();
  if (ahead > furthestAhead)
    return { kind: 'wait', milliseconds: Math.min(ahead - furthestAhead / 2, 1_000) };

  const rate = Math.min(sending.rate, highestRate);
  const size = Math.max(1, Math.min(largestBatch, Math.floor(rate * batchSeconds)));
  const claimed = await claimRecipients(trx, id, { worker, seconds: lease, most: size });
  const start = Math.max(0, ahead);
  const between = 1_000 / rate;
  const nextAt = new Date(now.getTime() + start + claimed.length * between);
  await storeTurn(trx, id, { rate, nextAt, tried });
  const known = claimed.flatMap(({ subscriberId }) => subscriberId ?? []);
  await storeLinks(ctx, known);
  return { kind: 'send', id, recipients: claimed, start, between };
}

async function tooManyBounces(
  trx: Database,
  { id, tried, recipients, ignores_bounces }: RunningPostEmail,
): Promise<string | null> {
  if (ignores_bounces || tried > checkedEmails) return null;
  const refused = await countRefused(trx, id);
  if (refused < fewestRefused || refused <= mostRefused * Math.min(checkedEmails, recipients)) return null;
  return `${refused} of the first ${Math.max(tried, refused)} emails were refused for good: more than 5 %. Check the list of subscribers and the reputation of the mail server before you continue.`;
}

/** What the mail server answered to a batch. */
type Answers = {
  accepted: number;
  refused: number;
  slowed: boolean;
  isUnavailable: boolean;
  isUnclear: boolean;
};

async function sendBatch(
  ctx: PostEmailSender,
  batch: Batch & { mail: PostMail; worker: string },
  stopping: AbortSignal,
): Promise<void> {
  const { db } = ctx;
  const { id, recipients, worker, start, between } = batch;
  const began = performance.now();
  const open = new Set(recipients.map((recipient) => recipient.id));
  const holding = setInterval(() => {
    // When this fails, another worker claims them after the lease.
    extendRecipientLeases(db, [...open], worker, lease).catch(() => {});
  }, extendEvery * 1_000);
  const answers: Answers = { accepted: 0, refused: 0, slowed: false, isUnavailable: false, isUnclear: false };
  try {
    for (const [index, recipient] of recipients.entries()) {
      await pause(start + index * between - (performance.now() - began), stopping);
      if (stopping.aborted) break;
      const begun = await beginRecipient(db, recipient.id, worker, lease);
      // It was paused or cancelled, or the worker was too slow.
      if (!begun) break;
      open.delete(recipient.id);
      if (begun.state === 'skipped') continue;
      if (!(await emailRecipient(ctx, { ...recipient, ...begun }, batch, answers))) break;
    }
  } finally {
    clearInterval(holding);
    if (open.size > 0) await extendRecipientLeases(db, [...open], worker, 0);
    await runTransaction(db, (trx) => storeAnswers(trx, id, answers, ctx.highestRate));
  }
}

async function storeAnswers(trx: Database, id: string, answers: Answers, highestRate: number): Promise<void> {
  const sending = await lockRunningPostEmail(trx, id);
  if (!sending) return;
  const { now, tried } = sending;
  const wait = answers.isUnavailable ? afterUnavailable : answers.slowed ? afterSlower : 0;
  const nextAt = new Date(Math.max(sending.next_at.getTime(), wait === 0 ? 0 : now.getTime() + wait));
  // Several emails are under way when the server asks for less; all of their answers are one sign.
  const isSlowed = sending.next_at.getTime() > now.getTime() + afterSlower / 2;
  const slowed = answers.slowed && !isSlowed;
  const rate = nextRate(sending.rate, { accepted: answers.accepted, slowed }, highestRate);
  await storeTurn(trx, id, { rate, nextAt, tried: tried + answers.accepted + answers.refused });
  if (answers.isUnclear) {
    await pausePostEmail(
      trx,
      id,
      `The mail server took an email ${mostUnclear} times and closed the connection without an answer. A subscriber may have got it more than once. Check the mail server before you continue.`,
    );
  }
}

/**
 * Emails per second after some answers of the mail server: twice after 35 that it accepted, half after it asked for less.
 * @param highest the setting NEWSLETTER_RATE
 */
export function nextRate(
  rate: number,
  { accepted, slowed }: Pick<Answers, 'accepted' | 'slowed'>,
  highest: number,
): number {
  const next = slowed ? rate / 2 : rate * 1.02 ** accepted;
  return Math.min(highest, Math.max(lowestRate, next));
}

/** A recipient who is being emailed. */
type Begun = Omit<ClaimedRecipient, 'state'> & { email: string; tries: number; unclear: number };

/** @returns whether the worker may go on with its batch */
async function emailRecipient(
  ctx: PostEmailSender,
  recipient: Begun,
  { mail, worker }: { mail: PostMail; worker: string },
  answers: Answers,
): Promise<boolean> {
  const { db } = ctx;
  const { id, email: to, subscriberId } = recipient;
  // Not `AbortSignal.timeout`: one for each email would stay in memory until its time is over.
  const attempt = new AbortController();
  const timer = setTimeout(() => attempt.abort(), timeoutMilliseconds);
  try {
    const token = ctx.emailToken(subscriberId ?? id);
    const { signal } = attempt;
    await ctx.mailer.send(mail, { id, to, token }, { returnPath: ctx.returnPath(id), signal });
  } catch (error) {
    if (!(error instanceof SendFailure || error instanceof RangeError)) throw error;
    const kind = error instanceof SendFailure ? error.kind : 'no-mailbox';
    ctx.onFailure({ recipientId: id, kind, error });
    return storeFailure(db, { ...recipient, worker, kind, error: error.message }, answers);
  } finally {
    clearTimeout(timer);
  }
  answers.accepted += 1;
  await untilStored(() => settleRecipient(db, id));
  return true;
}

/**
 * Stores that an email was sent, however long the database is away: until then this worker sends nothing else, so that
 * a crash of the database costs one repeated email for each worker at most.
 */
async function untilStored(store: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await store();
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(betweenStores);
    }
  }
}

async function storeFailure(
  db: Database,
  failed: Pick<Begun, 'id' | 'tries' | 'unclear'> & { worker: string; kind: FailureKind; error: string },
  answers: Answers,
): Promise<boolean> {
  const { id, worker, kind, error, tries } = failed;
  const wait = (at: Date) =>
    markRecipientWaiting(db, id, worker, { error, at, isUnclear: kind === 'unclear' });
  const now = new Date();
  const later = nextAttemptAt({ attempts: tries, createdAt: now, expiresAt: null }, now) ?? now;
  switch (kind) {
    case 'no-mailbox':
    case 'refused':
      answers.refused += 1;
      await settleRecipient(db, id, error);
      if (kind === 'no-mailbox') {
        await recordBounce({ db }, { kind: 'hard', about: { recipientId: id }, reason: error });
      }
      return true;
    case 'unavailable':
      answers.isUnavailable = true;
      await wait(now);
      return false;
    case 'unclear':
      answers.isUnavailable = true;
      answers.isUnclear = failed.unclear + 1 >= mostUnclear;
      await wait(later);
      return false;
    case 'slower':
    case 'later':
      answers.slowed ||= kind === 'slower';
      if (tries >= mostTries) await settleRecipient(db, id, error);
      else await wait(later);
      return kind === 'later';
  }
}
