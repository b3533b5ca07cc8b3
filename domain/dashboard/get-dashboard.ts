import type { Database } from '#db/client.ts';
import { readSiteFigures } from '#db/queries/analytics.ts';
import { countAroundPosts, listRecentPosts } from '#db/queries/posts.ts';
import { beginViewDay } from '#db/queries/views.ts';
import { readerOf, requirePermission, type Core, type MessageDelivery } from '#domain/core/context.ts';
import { findTellingStates, listOpenSendings } from '#domain/post-emails/find-email-states.ts';
import { can } from '#domain/core/permissions.ts';
import { listFirstSteps, type ContactEmail } from './first-steps.ts';
import { listNewMessages } from '#domain/messages/list-messages.ts';
import { listProposals } from '#domain/proposals/list-proposals.ts';
import type { Newsletter } from '#domain/newsletter/newsletter-setup.ts';

const recentPosts = 5;

/**
 * The figures, the five newest posts (a contributor's own drafts) and the newest messages, queried in parallel.
 * @param reportError called for each part that failed to load and is null; the others are shown.
 */
export async function getDashboard(
  ctx: Core & MessageDelivery & Newsletter & ContactEmail,
  reportError: (error: unknown) => void,
) {
  const actor = requirePermission(ctx, 'write-drafts');
  const draftsOf = readerOf(actor);
  const orNull = async <Part>(part: Promise<Part>): Promise<Part | null> => {
    try {
      return await part;
    } catch (error) {
      reportError(error);
      return null;
    }
  };
  const [figures, recent, proposals, messages, sendings, start] = await Promise.all([
    orNull(readFigures(ctx.db)),
    orNull(listRecentPosts(ctx.db, draftsOf, recentPosts)),
    draftsOf === null ? null : orNull(listProposals(ctx, { isDecided: false, isOwn: true, page: 1 })),
    orNull(listNewMessages(ctx)),
    orNull(listOpenSendings(ctx)),
    can(actor, 'manage-site') ? orNull(listFirstSteps(ctx)) : null,
  ]);
  const told = recent && (await orNull(findTellingStates(ctx, recent)));
  return {
    counts: figures?.counts ?? null,
    views: figures?.views ?? null,
    recent:
      recent?.map((post) => ({
        ...post,
        /** The state of its emails; null where there is nothing to say. */
        email: told?.get(post.id) ?? null,
      })) ?? null,
    /** The actor's own that wait; null for who decides on them. */
    proposals: proposals?.items ?? null,
    messages,
    sendings,
    examples: start?.examples ?? null,
    firstSteps: start?.firstSteps ?? null,
    hasContent: start?.hasContent ?? true,
  };
}

/** The same figures as in Analytics. */
async function readFigures(db: Database) {
  await beginViewDay(db);
  const [site, around] = await Promise.all([readSiteFigures(db), countAroundPosts(db)]);
  const { published, drafts, totalViews, today } = site;
  return { counts: { published, drafts, ...around }, views: { total: totalViews, today } };
}
