import { RefreshCw } from 'lucide-react';
import { useRevalidator, useSearchParams, href } from 'react-router';

import type { Route } from './+types/analytics';
import { requireActor } from '#domain/core/context.ts';
import { getAnalytics } from '#domain/analytics/get-analytics.ts';
import { periodOf, periods } from '#domain/analytics/periods.ts';
import { can } from '#domain/core/permissions.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { screenLoader } from '../actions/screen-loader.ts';
import { counted } from '#domain/fields/counted.ts';
import { Screen, ScreenFailure } from '../frame/screen.tsx';
import { isNarrowed, readListQuery } from '../list/list-address.ts';
import { SearchBox } from '../list/search-box.tsx';
import { useIsLoading } from '../list/list-screen.tsx';
import { useChangeList, useListParams } from '../list/use-list-params.ts';
import { Count } from './count.tsx';
import { Figure, Figures } from './figure.tsx';
import { LeadsCard } from './leads.tsx';
import { NamedFiguresCards } from './named-figures.tsx';
import { RankingCard } from './ranking.tsx';
import { statsOrders, StatsTable } from './stats-table.tsx';
import { ViewsChart } from './views-chart.tsx';

const topPostsShown = 5;

export const loader = screenLoader(async (domain, { url: { searchParams } }) => {
  const period = periodOf(searchParams.get('period'));
  const figures = await getAnalytics(domain, { ...readListQuery(searchParams, statsOrders), period });
  return { ...figures, period, opensLeads: can(requireActor(domain), 'manage-inbox') };
});

export const handle = new Screen('Analytics', 'Failed to load analytics data.');

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const revalidator = useRevalidator();
  const isLoading = useIsLoading() || revalidator.state === 'loading';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5" aria-busy={isLoading}>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Analytics</h1>
        <div className="flex flex-wrap items-end gap-3">
          <output className="self-center text-ink-soft empty:-mr-3">
            {isLoading ? 'Loading analytics...' : ''}
          </output>
          <PeriodPicker />
          <Button disabled={isLoading} onClick={() => void revalidator.revalidate()}>
            <RefreshCw />
            Refresh
          </Button>
        </div>
      </header>
      <ViewsChart days={loaderData.days} />
      <SiteFigures figures={loaderData.figures} />
      <LeadsCard leads={loaderData.leads} period={loaderData.period} opens={loaderData.opensLeads} />
      <Rankings {...loaderData} />
      <AllPosts {...loaderData} />
      <NamedFiguresCards named={loaderData.named} />
    </div>
  );
}

/** The choice of the period, shown before its figures are loaded; the rest of the address stays. */
function PeriodPicker() {
  const change = useChangeList();
  const period = periodOf(useListParams().get('period'));
  return (
    <SelectField
      label="Period"
      value={String(period)}
      onChange={(event) => change({ period: event.currentTarget.value })}
      options={periods.map((days) => [String(days), `Last ${days} days`])}
    />
  );
}

type Props = Route.ComponentProps['loaderData'];

function SiteFigures({ figures }: Pick<Props, 'figures'>) {
  return (
    <Figures>
      <Figure
        name="Total Views"
        value={figures.totalViews}
        note={<Count value={figures.today} words="today" />}
        definition="All counted views of all posts. One visitor counts once per post in 30 minutes; bots and signed-in administrators do not count."
      />
      <Figure
        name="Total Posts"
        value={figures.posts}
        note={<Count value={figures.published} words="published" />}
        definition="Drafts, scheduled and published posts. Published includes those with a date in the future."
      />
      <Figure
        name="Avg Views/Post"
        value={figures.averageViews}
        note="per published post"
        definition="All views of published posts divided by the number of published posts, rounded."
      />
      <Figure
        name="Featured Posts"
        value={figures.featured}
        definition="Posts with the Featured switch on. The home page shows the two newest that are published."
      />
      <Figure
        name="Today"
        value={figures.today}
        note={<Count value={figures.visitorsToday} noun="visitor" />}
        definition="Views since midnight in the time zone of the site. Visitors are told apart by a hash that is deleted at midnight."
      />
      <Figure
        name="This Week"
        value={figures.thisWeek}
        definition="Views since Monday in the time zone of the site."
      />
      <Figure
        name="This Month"
        value={figures.thisMonth}
        definition="Views since the first day of this month in the time zone of the site."
      />
    </Figures>
  );
}

function Rankings({ topPosts, categories, period }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
      <RankingCard
        title="Top Performing Posts"
        definition={`The published posts with the most views in the last ${period} days, and how many they have in all.`}
        items={topPosts.slice(0, topPostsShown).map((post) => ({
          name: post.title,
          to: href('/admin/posts/edit/:id', { id: post.id }),
          note: <Count value={post.views.total} words="in all" />,
          views: post.views[period] ?? 0,
        }))}
      />
      <RankingCard
        title="Category Performance"
        definition={`Views of the published posts of a category in the last ${period} days, and in all.`}
        items={categories.map((category) => ({
          name: category.name,
          note: (
            <>
              <Count value={category.posts} noun="post" />,{' '}
              <Count value={category.totalViews} words="in all" />
            </>
          ),
          views: category.views,
        }))}
      />
    </div>
  );
}

function AllPosts({ figures, posts }: Props) {
  const [params] = useSearchParams();
  const isSearched = isNarrowed(params);
  return (
    <Card
      title="All Posts Performance"
      definition="Views of every post of all time, since midnight, since Monday and since the first day of this month, in the time zone of the site."
      flush
    >
      {figures.posts > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
          <SearchBox placeholder="Search by title..." />
          {isSearched && (
            <output className="text-ink-soft tabular-nums">{counted(posts.total, 'post')} found</output>
          )}
        </div>
      )}
      {posts.total === 0 ? (
        <p className="px-4 py-8 text-center text-ink-soft">
          {isSearched ? 'No posts found' : 'No data available'}
        </p>
      ) : (
        <StatsTable posts={posts} />
      )}
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <div className="grid gap-5">
      <ScreenFailure error={error} />
      <p className="rounded-lg border border-line bg-surface px-4 py-16 text-center text-ink-soft">
        No data available
      </p>
    </div>
  );
}
