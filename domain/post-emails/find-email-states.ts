import {
  listOpenPostEmails,
  listPostEmailSummaries,
  type PostEmailSummary,
} from '#db/queries/post-emails.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { shortDayOf } from './short-day.ts';
import { emailStateOf, type EmailState } from './email-state.ts';

/**
 * What is said about the emails of these posts, by their ids; null where no post can be emailed, so that there is
 * nothing to say.
 */
export async function findEmailStates(
  ctx: DomainContext,
  postIds: readonly string[],
): Promise<Record<string, EmailState> | null> {
  requirePermission(ctx, 'edit-content');
  if (!ctx.newsletter.hasServer || postIds.length === 0) return null;
  const found = new Map<string, PostEmailSummary>();
  for (const row of await listPostEmailSummaries(ctx.db, postIds)) found.set(row.post_id, row);
  return Object.fromEntries(
    postIds.map((id) => [id, emailStateOf(found.get(id) ?? null, shortDayOf(ctx.timeZone))]),
  );
}

export type OpenSending = { postId: string; title: string; state: EmailState };

/** The sendings that wait, run or are held, oldest first; at most 10. */
export async function listOpenSendings(ctx: DomainContext): Promise<OpenSending[]> {
  requirePermission(ctx, 'edit-content');
  if (!ctx.newsletter.hasServer) return [];
  const rows = await listOpenPostEmails(ctx.db, 10);
  return rows.map((row) => ({
    postId: row.post_id,
    title: row.title,
    state: emailStateOf(row, shortDayOf(ctx.timeZone)),
  }));
}
