import {
  countAudience,
  countCampaignViews,
  findSentMail,
  listPostEmails,
  type Audience,
  type PostEmailFigures,
} from '#db/queries/post-emails.ts';
import { findPostForPreview } from '#db/queries/posts.ts';
import { listCategories } from '#db/queries/terms.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { presentPost } from '#domain/posts/presenting.ts';
import { isId } from '#domain/text/fields.ts';
import { composePostEmail, emailBytes, emailCampaign, safeBytes } from './compose-post-email.ts';
import type { PostMail } from './bulk-mailer.ts';
import { findRestore } from './find-restore.ts';
import { senderOf } from './sender.ts';

export type { PostEmailFigures };

export type PostEmails = {
  post: { id: string; title: string; isPublic: boolean };
  /** Newest first. */
  sendings: PostEmailFigures[];
  /** What a sending that is begun now would be. */
  next: {
    number: number;
    /** `everybody` or the id of a category. */
    audience: string;
    subscribers: number;
    /** Of them have got the post already. */
    received: number;
    /** When the site was restored, if the post may have been emailed before; see `findRestore`. */
    restoredAt: Date | null;
  };
  categories: { id: string; name: string }[];
  /** Views that came from the links of the email. */
  visits: number;
  email: { subject: string; bytes: number; isLarge: boolean };
  /** Settings without which no post can be emailed. */
  missing: string[];
};

/**
 * Everything about the emails of a post.
 * @param audience `everybody` or the id of a category: whose number is wanted
 * @throws forbidden for visitors, not-found
 */
export async function getPostEmails(
  ctx: DomainContext,
  postId: string,
  audience: string,
): Promise<PostEmails> {
  requirePermission(ctx, 'edit-content');
  const row = isId(postId) ? await findPostForPreview(ctx.db, postId) : undefined;
  // A plain page is not emailed.
  if (!row || row.is_page) throw notFound('Post not found.');
  const chosen: Audience = isId(audience)
    ? { audience: 'category', categoryId: audience }
    : { audience: 'everybody', categoryId: null };
  const [sendings, counted, categories, visits] = await Promise.all([
    listPostEmails(ctx.db, postId),
    countAudience(ctx.db, chosen, postId),
    listCategories(ctx.db),
    countCampaignViews(ctx.db, postId, emailCampaign),
  ]);
  const [sender, restoredAt] = await Promise.all([senderOf(ctx), findRestore(ctx, row, sendings)]);
  const mail = composePostEmail(presentPost(row, ctx.timeZone), sender);
  const bytes = emailBytes(mail);
  return {
    post: { id: row.id, title: row.title, isPublic: row.published && !row.scheduled },
    sendings,
    next: {
      number: (sendings[0]?.number ?? 0) + 1,
      audience: chosen.categoryId ?? 'everybody',
      restoredAt,
      ...counted,
    },
    categories: categories.map(({ id, name }) => ({ id, name })),
    visits,
    email: { subject: mail.subject, bytes, isLarge: bytes > safeBytes },
    missing: sender.missing,
  };
}

/**
 * The email of a post as it would be sent now, or as it was sent last.
 * @throws forbidden for visitors, not-found
 */
export async function previewPostEmail(
  ctx: DomainContext,
  postId: string,
  which: 'now' | 'sent',
): Promise<PostMail> {
  requirePermission(ctx, 'edit-content');
  const row = isId(postId) ? await findPostForPreview(ctx.db, postId) : undefined;
  if (!row) throw notFound('Post not found.');
  const sent = which === 'sent' ? await findSentMail(ctx.db, postId) : null;
  return sent ?? composePostEmail(presentPost(row, ctx.timeZone), await senderOf(ctx));
}
