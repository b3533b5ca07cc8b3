import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '#db/client.ts';
import { createLimit } from '#db/limit.ts';
import { isOutboxDue } from '#db/queries/outbox.ts';
import { findMail, pausePostEmail } from '#db/queries/post-emails.ts';
import {
  beginRecipient,
  countRefused,
  findRunningPostEmail,
  finishPostEmails,
  listDueRecipients,
  markRecipientWaiting,
  settleRecipient,
  storeProgress,
  type BegunRecipient,
  type RunningPostEmail,
} from '#db/queries/post-email-recipients.ts';
import { runTransaction } from '#db/transaction.ts';
import { nextAttemptAt } from '#domain/email/next-attempt.ts';
import { recordBounce } from '#domain/newsletter/record-bounce.ts';
import { storeLinks } from '#domain/newsletter/subscription-links.ts';
import { untilStored } from '#domain/core/until-stored.ts';
import { SendFailure, type BulkMailer, type FailureKind, type PostMail } from './bulk-mailer.ts';

export type PostEmailSender = {
  db: Database;
  now: () => Date;
  mailer: BulkMailer;
  emailToken: (id: string) => string;
  /** Emails per second that are never exceeded. */
  maxRate: number;
  /** Emails under way at once, each on a connection of its own. */
  connections: number;
  /** The envelope's sender for one recipient; null: the sender of the email. */
  returnPath: (recipientId: string) => string | null;
  onFailure: (failure: { recipientId: string; kind: string; error: unknown }) => void;
};

/** Milliseconds that an attempt may take. */
const timeoutMilliseconds = 180_000;
/** Seconds after which a recipient is emailed again whose process ended meanwhile: no attempt is still running then. */
const lease = timeoutMilliseconds / 1_000 + 30;
/** Milliseconds that a sending waits after a server that takes nothing or asked for less. */
const afterRefusal = 10_000;
/** Milliseconds between two looks at the outbox while it has something due. */
const betweenLooks = 200;
/** Recipients of a part of a second are read at once. */
const batchSeconds = 0.25;
const largestBatch = 50;
/** Emails per second of a server that asks for less again and again. */
const lowestRate = 0.2;
/** Milliseconds of delay that are made up for. */
const maxBehind = 250;
/** After so many attempts over a day a recipient is given up. */
const maxTries = 16;
/** A connection that broke so often after the whole email of one recipient stops the sending. */
const maxUnclear = 3;

/** More than 5 % refused for good among so many emails stop a sending: the list is stale, or the mail server is blocked. */
const checkedEmails = 500;
const maxRefused = 0.05;
/** Fewer say nothing about a short list. */
const fewestRefused = 5;

/** How far a run has come, of the sending that it is at. */
type Run = {
  sending: RunningPostEmail | null;
  mail: PostMail;
  /** Recipients who were due. */
  waiting: { id: string; subscriberId: string | null }[];
  /** When the next email may leave, by `performance.now()`. */
  nextAt: number;
};

type Turn = BegunRecipient & { subscriberId: string | null; mail: PostMail };

/**
 * Emails the recipients who are due, of the oldest sending first, until none is left. Runs on one instance at a time. A
 * recipient whose process ended between the email and its record is emailed once more, under the same Message-ID.
 */
export async function sendDueRecipients(ctx: PostEmailSender, stopping: AbortSignal): Promise<void> {
  const run: Run = { sending: null, mail: { subject: '', html: '', text: '' }, waiting: [], nextAt: 0 };
  const inTurn = createLimit(1);
  const work = async () => {
    for (;;) {
      const turn = await inTurn.run(() => nextTurn(ctx, run, stopping));
      if (turn === null) return;
      await emailRecipient(ctx, run, turn);
    }
  };
  await Promise.all(Array.from({ length: ctx.connections }, work));
  await storeRun(ctx, run);
  await finishPostEmails(ctx.db);
}

/** Waits until the next email may leave. @returns its recipient, who is marked as being emailed; null: there is none */
async function nextTurn(ctx: PostEmailSender, run: Run, stopping: AbortSignal): Promise<Turn | null> {
  for (;;) {
    await pause(run.nextAt - performance.now(), stopping);
    if (stopping.aborted) return null;
    const recipient = run.waiting.shift();
    if (recipient === undefined) {
      if (!(await readDue(ctx, run))) return null;
      continue;
    }
    const begun = await beginRecipient(ctx.db, recipient.id, lease);
    const rate = run.sending?.rate ?? lowestRate;
    run.nextAt = Math.max(run.nextAt, performance.now() - maxBehind) + 1_000 / rate;
    // The sending was paused or cancelled, or another process had this recipient.
    if (!begun) run.waiting = [];
    else if (begun.state === 'sending') return { ...recipient, ...begun, mail: run.mail };
  }
}

async function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await sleep(milliseconds, undefined, { signal: stopping }).catch(() => {});
}

/** Reads who is due next. @returns false where no one is */
async function readDue(ctx: PostEmailSender, run: Run): Promise<boolean> {
  const { db, maxRate } = ctx;
  // Messages, password resets and invitations go first.
  if (await isOutboxDue(db)) {
    run.nextAt = performance.now() + betweenLooks;
    return true;
  }
  await storeRun(ctx, run);
  const sending = await findRunningPostEmail(db);
  if (!sending) return false;
  const reason = sending.isPublic ? await tooManyBounces(db, sending) : 'The post is not public any more.';
  if (reason !== null) {
    await pausePostEmail(db, sending.id, reason, sending.isPublic);
    return true;
  }
  if (run.sending?.id !== sending.id) {
    const mail = await findMail(db, { id: sending.id });
    if (!mail) throw new Error('A sending has no email.');
    run.mail = mail;
  }
  const rate = Math.min(sending.rate, maxRate);
  const size = Math.max(1, Math.min(largestBatch, Math.floor(rate * batchSeconds)));
  run.sending = { ...sending, rate };
  run.waiting = await listDueRecipients(db, sending.id, size);
  const known = run.waiting.flatMap(({ subscriberId }) => subscriberId ?? []);
  await runTransaction(db, (trx) => storeLinks({ ...ctx, db: trx }, known));
  return true;
}

async function storeRun({ db }: PostEmailSender, { sending }: Run): Promise<void> {
  if (sending) await storeProgress(db, sending.id, sending);
}

async function tooManyBounces(
  trx: Database,
  { id, tried, recipients, ignores_bounces }: RunningPostEmail,
): Promise<string | null> {
  if (ignores_bounces || tried > checkedEmails) return null;
  const refused = await countRefused(trx, id);
  if (refused < fewestRefused || refused <= maxRefused * Math.min(checkedEmails, recipients)) return null;
  return `${refused} of the first ${Math.max(tried, refused)} emails were refused for good: more than 5 %. Check the list of subscribers and the reputation of the mail server before you continue.`;
}

/**
 * Emails per second after some answers of the mail server: twice after 35 that it accepted, half after it asked for less.
 * @param highest the setting NEWSLETTER_RATE
 */
export function nextRate(
  rate: number,
  { accepted, slowed }: { accepted: number; slowed: boolean },
  highest: number,
): number {
  const next = slowed ? rate / 2 : rate * 1.02 ** accepted;
  return Math.min(highest, Math.max(lowestRate, next));
}

/** Emails a recipient, and stores what became of it. */
async function emailRecipient(ctx: PostEmailSender, run: Run, turn: Turn): Promise<void> {
  const { db, maxRate } = ctx;
  const { id, email: to, subscriberId } = turn;
  const { sending } = run;
  // Not `AbortSignal.timeout`: one for each email would stay in memory until its time is over.
  const attempt = new AbortController();
  const timer = setTimeout(() => attempt.abort(), timeoutMilliseconds);
  try {
    const token = ctx.emailToken(subscriberId ?? id);
    const { signal } = attempt;
    await ctx.mailer.send(turn.mail, { id, to, token }, { returnPath: ctx.returnPath(id), signal });
  } catch (error) {
    if (!(error instanceof SendFailure || error instanceof RangeError)) throw error;
    const kind = error instanceof SendFailure ? error.kind : 'no-mailbox';
    ctx.onFailure({ recipientId: id, kind, error });
    return storeFailure(ctx, run, turn, { kind, error: error.message });
  } finally {
    clearTimeout(timer);
  }
  if (sending) {
    sending.tried += 1;
    sending.rate = nextRate(sending.rate, { accepted: 1, slowed: false }, maxRate);
  }
  // Until then this process sends nothing else on this connection: a crash of the database costs few repeated emails.
  await untilStored(() => settleRecipient(db, id));
}

async function storeFailure(
  ctx: PostEmailSender,
  run: Run,
  { id, tries, unclear }: Turn,
  { kind, error }: { kind: FailureKind; error: string },
): Promise<void> {
  const { db } = ctx;
  const now = ctx.now();
  const later = nextAttemptAt({ attempts: tries, createdAt: now, expiresAt: null }, now) ?? now;
  const isRefused = kind === 'no-mailbox' || kind === 'refused';
  if (isRefused || (tries >= maxTries && (kind === 'later' || kind === 'slower'))) {
    await settleRecipient(db, id, error);
  } else {
    const at = kind === 'unavailable' ? now : later;
    await markRecipientWaiting(db, id, { tries, error, at, isUnclear: kind === 'unclear' });
  }
  if (kind === 'no-mailbox')
    await recordBounce({ db }, { kind: 'hard', about: { recipientId: id }, reason: error });
  if (isRefused && run.sending) run.sending.tried += 1;
  if (isRefused || kind === 'later') return;
  await slowDown(ctx, run, kind);
  if (kind === 'unclear' && unclear + 1 >= maxUnclear && run.sending)
    await pausePostEmail(db, run.sending.id, unclearReason);
}

const unclearReason = `The mail server took an email ${maxUnclear} times and closed the connection without an answer. A subscriber may have got it more than once. Check the mail server before you continue.`;

/** The server takes nothing now, or asked for less. Several emails are under way then: all of their answers are one sign. */
async function slowDown(ctx: PostEmailSender, run: Run, kind: FailureKind): Promise<void> {
  const { sending } = run;
  const now = performance.now();
  const isSlowed = run.nextAt > now + afterRefusal / 2;
  run.nextAt = Math.max(run.nextAt, now + afterRefusal);
  run.waiting = [];
  if (kind !== 'slower' || isSlowed || !sending) return;
  sending.rate = nextRate(sending.rate, { accepted: 0, slowed: true }, ctx.maxRate);
  await storeRun(ctx, run);
}
