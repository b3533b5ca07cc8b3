import { href, Link } from 'react-router';

import type { Analytics, AnalyticsQuery, CalendarPeriod } from '#domain/analytics/get-analytics.ts';
import type { ListOrders } from '../list/list-address.ts';
import { useIsLoading } from '../list/list-screen.tsx';
import { ListTable, type Column } from '../list/list-table.tsx';
import { Pager } from '../list/pager.tsx';
import { PostBadges } from '../posts/list/post-badges.tsx';
import { Count } from './count.tsx';

export const statsOrders: ListOrders<AnalyticsQuery['order']['column']> = {
  first: { created: 'desc', title: 'asc', total: 'desc', today: 'desc', week: 'desc', month: 'desc' },
  usual: { column: 'created', direction: 'desc' },
};

type Row = Analytics['posts']['items'][number];

/** Every post with its figures; ordered and paged by the server. */
export function StatsTable({ posts: { items, page, pages } }: { posts: Analytics['posts'] }) {
  return (
    <div className="grid gap-2 px-4 pb-2">
      <ListTable columns={columns} orders={statsOrders} rows={items} isLoading={useIsLoading()} />
      <Pager page={page} pages={pages} label="Pages of posts" keepsScroll />
    </div>
  );
}

const columns: Column<Row, keyof typeof statsOrders.first>[] = [
  {
    name: 'Post Title',
    sort: 'title',
    place: 'title',
    cell: ({ id, title, slug }) => (
      <>
        <Link
          to={href('/admin/posts/edit/:id', { id })}
          className="line-clamp-2 min-h-6 leading-6 font-medium wrap-anywhere sm:line-clamp-1 [unicode-bidi:plaintext] hover:underline"
        >
          {title}
        </Link>
        <span className="block truncate text-xs text-ink-soft">/{slug}</span>
      </>
    ),
  },
  {
    name: 'Status',
    width: '@3xl:w-48',
    cell: ({ published, scheduled }) => <PostBadges published={published} scheduled={scheduled} />,
  },
  figure('Total Views', 'total'),
  figure('Today', 'today'),
  figure('This Week', 'week'),
  figure('This Month', 'month'),
];

function figure(name: string, sort: CalendarPeriod): Column<Row, keyof typeof statsOrders.first> {
  return {
    name,
    sort,
    width: '@3xl:w-30',
    cardLabel: `${name}:`,
    cell: ({ views }) => <Count value={views[sort]} />,
  };
}
