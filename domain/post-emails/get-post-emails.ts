import { readInstallation } from '#db/queries/installation.ts';
import {
  countCampaignViews,
  countReaders,
  findEndOfWeek,
  findMail,
  type EmailWords,
  listPostEmails,
  type PostEmailFigures,
} from '#db/queries/post-emails.ts';
import { findPostForPreview } from '#db/queries/posts.ts';
import { kinds } from '#domain/core/kinds.ts';
import type { Core, Secrets, SiteOrigin, Outgoing } from '#domain/core/context.ts';
import { inTransaction, requirePermission } from '#domain/core/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { invalid, notFound } from '#domain/core/errors.ts';
import { missingNewsletterSettings, type Newsletter } from '#domain/newsletter/newsletter-setup.ts';
import { unsubscribeHeaders } from '#domain/newsletter/unsubscribe-headers.ts';
import { bodyTree } from '#domain/posts/post-layout.ts';
import { presentPost } from '#domain/posts/presenting.ts';
import { readBrand } from '#domain/site/published-words.ts';
import { isId } from '#domain/fields/fields.ts';
import type { PostMail } from './bulk-mailer.ts';
import {
  composePostEmail,
  emailBytes,
  emailCampaign,
  safeBytes,
  type Sender,
  tokenPlace,
} from './compose-post-email.ts';

export type { PostEmailFigures };

/** Everything about the emails of a post. @throws forbidden for visitors, not-found */
export async function getPostEmails(ctx: Core & SiteOrigin & Secrets & Newsletter, postId: string) {
  requirePermission(ctx, 'edit-content');
  const row = isId(postId) ? await findPostForPreview(ctx.db, postId) : undefined;
  if (!row || !kinds[row.kind].isEmailed) throw notFound('Post not found.');
  const [sendings, counted, visits] = await Promise.all([
    listPostEmails(ctx.db, postId),
    countReaders(ctx.db, postId),
    countCampaignViews(ctx.db, postId, emailCampaign),
  ]);
  const [sender, restoredAt, endOfWeek] = await Promise.all([
    senderOf(ctx),
    findRestore(ctx, row, sendings),
    ctx.newsletter.isWeekly ? findEndOfWeek(ctx.db, postId) : null,
  ]);
  const words = wordsOf(sendings[0]);
  const post = presentPost(row, ctx.timeZone);
  const mail = composePostEmail(post, bodyTree(ctx, post), sender, words);
  const bytes = emailBytes(mail);
  return {
    post: { id: row.id, title: row.title, isPublic: row.published && !row.scheduled },
    sendings,
    /** The plan of a sending that is begun now; `received`: subscribers who have got the post already. */
    next: {
      number: (sendings[0]?.number ?? 0) + 1,
      /** When the site was restored, if the post may have been emailed before; see `findRestore`. */
      restoredAt,
      /** When the week is over in which subscribers got another post; null: it is, or there is no such limit. */
      endOfWeek,
      ...counted,
    },
    /** Views that came from the links of the email. */
    visits,
    email: {
      subject: words.subject ?? '',
      introduction: words.introduction ?? '',
      title: row.title,
      bytes,
      isLarge: bytes > safeBytes,
    },
  };
}

/** The words of a sending that has not started. */
function wordsOf(newest: PostEmailFigures | undefined): EmailWords {
  const { subject, introduction } = newest ?? noWords;
  return newest?.state === 'scheduled' ? { subject, introduction } : noWords;
}

const noWords: EmailWords = { subject: null, introduction: null };

/**
 * The email of a post as it would be sent now, or as it was sent last.
 * @param words those of a sending that would begin now
 * @throws forbidden for visitors, not-found
 */
export async function previewPostEmail(
  ctx: Core & SiteOrigin & Secrets & Newsletter,
  postId: string,
  which: 'now' | 'sent',
  words: EmailWords,
): Promise<PostMail> {
  requirePermission(ctx, 'edit-content');
  const row = isId(postId) ? await findPostForPreview(ctx.db, postId) : undefined;
  if (!row) throw notFound('Post not found.');
  const sent = which === 'sent' ? await findMail(ctx.db, { postId }) : null;
  if (sent) return sent;
  const post = presentPost(row, ctx.timeZone);
  return composePostEmail(post, bodyTree(ctx, post), await senderOf(ctx), words);
}

/** Who sends the emails, and the settings without which none leaves; in a preview those stand for themselves. */
export async function senderOf({
  db,
  newsletter,
  origin,
}: Pick<Core, 'db'> & SiteOrigin & Newsletter): Promise<Sender & { missing: string[] }> {
  const { postalAddress, reason } = newsletter;
  return {
    brand: await readBrand(db),
    origin,
    postalAddress: postalAddress ?? 'Your postal address appears here.',
    reason: reason ?? 'The reason why readers get the email appears here.',
    missing: missingNewsletterSettings(newsletter),
  };
}

/**
 * When the site was restored, if it cannot know whether a post was emailed: a backup does not have what was sent after it
 * was made. Null: the post is newer, or the site knows of a sending.
 */
export async function findRestore(
  { db }: Pick<Core, 'db'>,
  post: { created_at: Date },
  sendings: readonly unknown[],
): Promise<Date | null> {
  if (sendings.length > 0) return null;
  const { restoredAt } = await readInstallation(db);
  return restoredAt !== null && post.created_at < restoredAt ? restoredAt : null;
}

/** In the links of a test, which belong to no subscriber. */
const testToken = 'test';

/**
 * Emails a post to the person who asks, as it would be sent now.
 * @returns their address
 * @throws forbidden for editors, not-found, invalid where no email is set up
 */
export async function sendTestPostEmail(
  ctx: Core & Outgoing & Secrets & Newsletter,
  postId: string,
  words: EmailWords,
): Promise<string> {
  const actor = requirePermission(ctx, 'email-posts');
  if (!ctx.mail.isSetUp) throw invalid('Email is not set up, so no test can be sent.');
  const { subject, html, text } = await previewPostEmail(ctx, postId, 'now', words);
  await inTransaction(ctx, (tx) =>
    enqueueEmail(tx, {
      to: actor.email,
      subject: `Test: ${subject}`,
      html: html.replaceAll(tokenPlace, testToken),
      text: text.replaceAll(tokenPlace, testToken),
      headers: unsubscribeHeaders(ctx.origin, testToken),
    }),
  );
  return actor.email;
}
