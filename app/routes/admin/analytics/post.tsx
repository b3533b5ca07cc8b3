import { ExternalLink } from 'lucide-react';
import { Link, href } from 'react-router';

import type { Route } from './+types/post';
import { getPostAnalytics } from '#domain/analytics/get-post-analytics.ts';
import { periodOf } from '#domain/analytics/periods.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Screen } from '../frame/screen.tsx';
import { CalendarFigures } from './calendar-figures.tsx';
import { Figure, Figures } from './figure.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { Sources } from './sources.tsx';
import { ViewsChart } from './views-chart.tsx';
import { screenLoader } from '../actions/screen-loader.ts';

const failure = 'Failed to load analytics data.';

export const loader = screenLoader(
  failure,
  async (domain, { params, url }: { params: { id: string }; url: URL }) => {
    const period = periodOf(url.searchParams.get('period'));
    return { period, ...(await getPostAnalytics(domain, params.id, period)) };
  },
);

export const handle = new Screen<Route.ComponentProps['loaderData']>('Analytics', failure, {
  back: { to: href('/admin/analytics'), label: 'Analytics' },
  title: ({ title }) => `Analytics of ${title}`,
});

export default function PostAnalytics({ loaderData, params }: Route.ComponentProps) {
  const { period, title, slug, published, days, sources, ...figures } = loaderData;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <Link
            to={`${href('/admin/analytics')}?period=${period}`}
            className="text-ink-soft hover:text-ink hover:underline"
          >
            <span aria-hidden>← </span>Analytics
          </Link>
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere" dir="auto">
            {title}
          </h1>
          <p className="text-ink-soft wrap-anywhere">/{slug}</p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <PeriodPicker />
          <Link to={href('/admin/posts/edit/:id', { id: params.id })} className={buttonClass('secondary')}>
            Edit
          </Link>
          {published && (
            <a
              href={href('/blog/:slug', { slug })}
              target="_blank"
              rel="noopener"
              className={buttonClass('secondary')}
            >
              <ExternalLink />
              View Live
            </a>
          )}
        </div>
      </header>
      <Figures>
        <Figure
          name="Total Views"
          value={figures.totalViews}
          definition="All counted views of this post, since the beginning."
        />
        <CalendarFigures views={figures} />
      </Figures>
      <ViewsChart days={days} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <Sources sources={sources} kinds={['referrer']} />
        <Sources sources={sources} kinds={['campaign']} />
      </div>
    </div>
  );
}
