import { z } from 'zod';

import {
  cancelPostEmail,
  continuePostEmail,
  countReaders,
  insertPostEmail,
  listPostEmails,
  pausePostEmail,
  rewordPostEmail,
  type EmailWords,
  type PostEmailFigures,
} from '#db/queries/post-emails.ts';
import { findPost } from '#db/queries/posts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { kinds } from '#domain/core/kinds.ts';
import type { Core, Secrets, SiteOrigin } from '#domain/core/context.ts';
import { inTransaction, requirePermission } from '#domain/core/context.ts';
import { conflict, invalid, notFound } from '#domain/core/errors.ts';
import { missingNewsletterSettings, type Newsletter } from '#domain/newsletter/newsletter-setup.ts';
import { assertNewsletterSetup } from '#domain/newsletter/read-newsletter-setup.ts';
import { instantFromLocal } from '#domain/fields/dates.ts';
import { isId, optionalLine, optionalText, parseInput } from '#domain/fields/fields.ts';
import { findRestore } from './get-post-emails.ts';

const time = /^([01]\d|2[0-3]):[0-5]\d$/;

const emailWords = z.object({
  subject: optionalLine('Subject', 200),
  introduction: optionalText('Introduction', 1_000),
});

/** The words of an email beside the post. @throws invalid */
export const parseEmailWords = (sent: unknown): EmailWords => parseInput(emailWords, sent);

const emailPostInput = z.object({
  when: z.enum(['public', 'later'], 'Please choose when to send.').default('public'),
  day: z.union([z.literal(''), z.iso.date('Please pick a day.')]).default(''),
  time: z.union([z.literal(''), z.string().regex(time, 'Please enter a time.')]).default(''),
  ...emailWords.shape,
  /** The key of the sending that the screen offered, so that a second press finds the first. */
  number: z.coerce.number({ error: 'Please reload the page.' }).int().min(1).max(100),
  /** The second answer before a post is emailed again, or may be. */
  again: z.enum(['yes', '']).default(''),
});

/**
 * Plans to email a post to its subscribers: as soon as it is public, or not before an instant. A post that was emailed
 * is emailed again only after a second answer, and only to subscribers who have not got it. A second press changes nothing.
 * @returns the number of subscribers who would get it now
 * @throws forbidden for editors, not-found, invalid, conflict when it is being emailed already
 */
export async function emailPost(
  ctx: Core & SiteOrigin & Secrets & Newsletter,
  postId: string,
  sent: unknown,
): Promise<{ subscribers: number }> {
  requirePermission(ctx, 'email-posts');
  const input = parseInput(emailPostInput, sent);
  const missing = missingNewsletterSettings(ctx.newsletter);
  if (missing.length > 0) throw invalid(`Posts cannot be emailed. Missing: ${missing.join(', ')}.`);
  await assertNewsletterSetup(ctx);
  const startsAt = input.when === 'later' ? startOf(input, ctx) : null;

  return inTransaction(ctx, async ({ db: trx }) => {
    const post = isId(postId) ? await findPost(trx, postId) : undefined;
    if (!post) throw notFound('Post not found.');
    if (!kinds[post.kind].isEmailed) throw invalid(`A ${kinds[post.kind].noun} is not emailed.`);
    const earlier = await listPostEmails(trx, postId);
    assertMayBegin(earlier, input);
    if (input.again !== 'yes' && (await findRestore({ db: trx }, post, earlier)) !== null) {
      throw invalid(
        'This site was restored from a backup. The post may have been emailed after that backup was made. Confirm that it is sent.',
      );
    }
    const { subscribers, received } = await countReaders(trx, postId);
    const getting = subscribers - received;
    if (getting === 0) throw invalid(nobodyMessage(subscribers));
    const { number, subject, introduction } = input;
    const planned = { subject, introduction, number, post_id: postId, starts_at: startsAt };
    if (!(await insertPostEmail(trx, planned))) throw conflict(alreadyMessage);
    await recordActivity(trx, ctx, {
      action: 'post-email-planned',
      subject: { id: postId, label: post.title },
      after: { subscribers: getting, starts_at: startsAt, again: input.number > 1 },
    });
    return { subscribers: getting };
  });
}

const alreadyMessage = 'This post is being emailed already.';

function nobodyMessage(subscribers: number): string {
  return subscribers === 0
    ? 'There are no confirmed subscribers who would get this email.'
    : 'All of these subscribers have got this post already.';
}

function assertMayBegin(
  earlier: readonly PostEmailFigures[],
  { number, again }: { number: number; again: string },
): void {
  const [newest] = earlier;
  if (newest?.state === 'scheduled' || newest?.state === 'sending') throw conflict(alreadyMessage);
  if (number !== (newest?.number ?? 0) + 1) throw conflict('This post was emailed in the meantime.');
  if (newest && again !== 'yes')
    throw invalid('This post was emailed before. Confirm that it is sent again.');
}

function startOf({ day, time: at }: { day: string; time: string }, ctx: Core): Date {
  if (day === '') throw invalid('Please pick a day.', { day: 'Please pick a day.' });
  const startsAt = instantFromLocal(day, at === '' ? '00:00' : at, ctx.timeZone);
  const message = 'Please choose a time in the future, and within a year.';
  const ahead = startsAt.getTime() - ctx.now().getTime();
  if (ahead <= 0 || ahead > 366 * 86_400_000) throw invalid(message, { day: message });
  return startsAt;
}

/** Gives the emails of a post, which have not started, other words. @throws forbidden, invalid, not-found, conflict */
export function rewordSending(ctx: Core, postId: string, sent: unknown): Promise<void> {
  const words = parseEmailWords(sent);
  return changeSending(ctx, postId, 'post-email-reworded', (tx, { id }) => rewordPostEmail(tx.db, id, words));
}

/** Holds the emails of a post until they are continued: at most the ones under way still leave. @throws forbidden, not-found, conflict */
export function pauseSending(ctx: Core, postId: string): Promise<void> {
  return changeSending(ctx, postId, 'post-email-paused', (tx, { id }) => pausePostEmail(tx.db, id, null));
}

/** Goes on with the emails of a post, also after they stopped by themselves. @throws forbidden, not-found, conflict, invalid while the set-up holds sending */
export function continueSending(
  ctx: Core & Secrets & Newsletter & SiteOrigin,
  postId: string,
): Promise<void> {
  return changeSending(ctx, postId, 'post-email-continued', async (tx, email) => {
    // The reason that held it may still hold it.
    if (email.pause_reason !== null) await assertNewsletterSetup(tx);
    return continuePostEmail(tx.db, email.id);
  });
}

/** Ends the emails of a post: who has not got it by now gets nothing. @throws forbidden, not-found, conflict */
export function cancelSending(ctx: Core, postId: string): Promise<void> {
  return changeSending(ctx, postId, 'post-email-cancelled', (tx, { id }) => cancelPostEmail(tx.db, id));
}

/** @param change returns whether the sending was still open */
async function changeSending<Context extends Core>(
  ctx: Context,
  postId: string,
  action: `post-email-${'paused' | 'continued' | 'cancelled' | 'reworded'}`,
  change: (tx: Context, email: PostEmailFigures) => Promise<boolean>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    requirePermission(tx, 'email-posts');
    const post = isId(postId) ? await findPost(tx.db, postId) : undefined;
    if (!post) throw notFound('Post not found.');
    const [email] = await listPostEmails(tx.db, postId);
    const isOpen = email?.state === 'scheduled' || email?.state === 'sending';
    if (!isOpen || !(await change(tx, email))) throw conflict('Nothing is being sent any more.');
    await recordActivity(tx.db, ctx, { action, subject: { id: postId, label: post.title } });
  });
}
