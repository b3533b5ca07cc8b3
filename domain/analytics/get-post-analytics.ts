import { findPostStats, listDailyViewsOfPost, listSourcesOfPost } from '#db/queries/analytics.ts';
import { rollOverViewDay } from '#db/queries/views.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { daysBefore, fillPeriod, type Period } from './periods.ts';

const sourcesShown = 20;

/** The figures of one post. @throws not-found. */
export async function getPostAnalytics(ctx: DomainContext, id: string, period: Period) {
  requirePermission(ctx, 'edit-content');
  if (!isId(id)) throw notFound('Post not found.');
  const today = await rollOverViewDay(ctx.db);
  const since = daysBefore(today, period - 1);
  const [post, days, sources] = await Promise.all([
    findPostStats(ctx.db, id),
    listDailyViewsOfPost(ctx.db, id, daysBefore(since, period)),
    listSourcesOfPost(ctx.db, id, since, sourcesShown),
  ]);
  if (!post) throw notFound('Post not found.');
  return {
    title: post.title,
    slug: post.slug,
    published: post.published,
    totalViews: post.total_views,
    today: post.views_today,
    thisWeek: post.views_this_week,
    thisMonth: post.views_this_month,
    days: fillPeriod(days, period, today),
    sources,
  };
}
