import type { Database } from '#db/client.ts';
import { sumSiteViews, type SiteViews } from '#db/queries/analytics.ts';
import { countContent, listRecentPosts, type ContentCounts } from '#db/queries/posts.ts';
import { rollOverViewDay, countAllViews } from '#db/queries/views.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import type { EmailState } from '#domain/post-emails/find-email-states.ts';
import {
  findEmailStates,
  listOpenSendings,
  type OpenSending,
} from '#domain/post-emails/find-email-states.ts';
import { listNewMessages, type NewMessages } from '#domain/messages/list-messages.ts';

const recentPosts = 5;

/** A part that failed to load is null. */
export type Dashboard = {
  counts: ContentCounts | null;
  /** The same figures as in Analytics. */
  views: (SiteViews & { total: number }) | null;
  recent:
    | {
        id: string;
        title: string;
        category: string | null;
        published: boolean;
        scheduled: boolean;
        createdAt: Date;
        /** What became of its emails; null where no post can be emailed. */
        email: EmailState | null;
      }[]
    | null;
  /** The emails of posts that wait, leave or are held. */
  sendings: OpenSending[] | null;
  /** The unread messages. */
  messages: NewMessages | null;
};

/**
 * The figures, the five newest posts and the newest messages, queried in parallel.
 * @param reportError called for each part that failed to load; the others are shown.
 */
export async function getDashboard(
  ctx: DomainContext,
  reportError: (error: unknown) => void,
): Promise<Dashboard> {
  requirePermission(ctx, 'edit-content');
  const orNull = async <Part>(part: Promise<Part>): Promise<Part | null> => {
    try {
      return await part;
    } catch (error) {
      reportError(error);
      return null;
    }
  };
  const [counts, recent, views, messages, sendings] = await Promise.all([
    orNull(countContent(ctx.db)),
    orNull(listRecentPosts(ctx.db, recentPosts)),
    orNull(sumViews(ctx.db)),
    orNull(listNewMessages(ctx)),
    orNull(listOpenSendings(ctx)),
  ]);
  const emails =
    recent &&
    (await orNull(
      findEmailStates(
        ctx,
        recent.map(({ id }) => id),
      ),
    ));
  return {
    counts,
    views,
    recent:
      recent?.map(({ category_name, created_at, ...post }) => ({
        ...post,
        category: category_name,
        createdAt: created_at,
        email: emails?.[post.id] ?? null,
      })) ?? null,
    messages,
    sendings,
  };
}

async function sumViews(db: Database): Promise<SiteViews & { total: number }> {
  await rollOverViewDay(db);
  const [views, total] = await Promise.all([sumSiteViews(db), countAllViews(db)]);
  return { ...views, total };
}
