import { sumSiteViews, type SiteViews } from '#db/queries/analytics.ts';
import { countAdmins } from '#db/queries/people.ts';
import { countPosts, listRecentPosts } from '#db/queries/posts.ts';
import { countTerms } from '#db/queries/terms.ts';
import { beginViewDay, countAllViews } from '#db/queries/views.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';

const recentPosts = 5;

export type Dashboard = {
  posts: { total: number; published: number; drafts: number };
  categories: number;
  tags: number;
  admins: number;
  /** The same figures as in Analytics. */
  views: SiteViews & { total: number };
  recent: {
    id: string;
    title: string;
    category: string | null;
    published: boolean;
    scheduled: boolean;
    createdAt: Date;
  }[];
};

/** The figures and the five newest posts, asked in parallel. */
export async function getDashboard(ctx: DomainContext): Promise<Dashboard> {
  requireActor(ctx);
  await beginViewDay(ctx.db);
  const [posts, terms, admins, recent, views, total] = await Promise.all([
    countPosts(ctx.db),
    countTerms(ctx.db),
    countAdmins(ctx.db),
    listRecentPosts(ctx.db, recentPosts),
    sumSiteViews(ctx.db),
    countAllViews(ctx.db),
  ]);
  return {
    posts: { ...posts, drafts: posts.total - posts.published },
    ...terms,
    admins,
    views: { ...views, total },
    recent: recent.map(({ category_name, created_at, ...post }) => ({
      ...post,
      category: category_name,
      createdAt: created_at,
    })),
  };
}
