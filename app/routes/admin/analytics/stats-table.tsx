import { ArrowDown, ArrowUp } from 'lucide-react';
import { Link, useSearchParams, href } from 'react-router';

import { formatCount } from '#domain/analytics/format-count.ts';
import type { Analytics } from '#domain/analytics/get-analytics.ts';
import { orderLink, readOrder } from '../list/list-address.ts';
import { Pager } from '../list/pager.tsx';
import { PostBadges } from '../posts/post-badges.tsx';
import { statsOrders } from './stats-query.ts';

const columns = [
  { by: 'total', name: 'Total Views' },
  { by: 'today', name: 'Today' },
  { by: 'week', name: 'This Week' },
  { by: 'month', name: 'This Month' },
] as const;

/**
 * Every post with its figures; ordered and paged by the server. On small screens the same table, each title on a line of
 * its own above its figures.
 */
export function StatsTable({
  posts,
  period,
  page,
  pages,
}: {
  posts: Analytics['posts']['items'];
  period: number;
  page: number;
  pages: number;
}) {
  const [params] = useSearchParams();
  return (
    <>
      <div className="overflow-x-auto">
        <table className="block w-full border-separate border-spacing-0 sm:table sm:min-w-2xl">
          <thead className="block sm:table-header-group">
            <tr className={`${row} text-ink-soft`}>
              <OrderHeader params={params} by="title" className={`${titleCell} text-left`}>
                Post Title
              </OrderHeader>
              <th scope="col" className={`${cell} hidden text-left align-bottom font-medium sm:table-cell`}>
                Status
              </th>
              {columns.map(({ by, name }) => (
                <OrderHeader key={by} params={params} by={by} className="text-right">
                  {name}
                </OrderHeader>
              ))}
            </tr>
          </thead>
          <tbody className="block sm:table-row-group">
            {posts.map((post) => (
              <tr key={post.id} className={`${row} hover:bg-sunken/60`}>
                <th
                  scope="row"
                  className={`${cell} ${titleCell} text-left align-middle font-normal sm:max-w-96`}
                >
                  <Link
                    to={`${href('/admin/analytics/posts/:id', { id: post.id })}?period=${period}`}
                    className="line-clamp-2 min-h-6 leading-6 font-medium wrap-anywhere sm:line-clamp-1 [unicode-bidi:plaintext] hover:underline"
                  >
                    {post.title}
                  </Link>
                  <span className="block truncate text-xs text-ink-soft">
                    {/* On a phone the figures need the room of the badge. */}
                    {!post.published && <span className="sm:hidden">Draft · </span>}/{post.slug}
                  </span>
                </th>
                <td className={`${cell} hidden align-middle sm:table-cell`}>
                  <span className="flex">
                    <PostBadges published={post.published} scheduled={post.scheduled} />
                  </span>
                </td>
                {[post.totalViews, post.today, post.thisWeek, post.thisMonth].map((views, index) => (
                  <td
                    key={columns[index]?.by}
                    className={`${cell} text-right align-middle tabular-nums`}
                    title={views.toLocaleString('en-US')}
                  >
                    {formatCount(views)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="px-4 py-2 empty:hidden">
        <Pager page={page} pages={pages} label="Pages of posts" keepsScroll />
      </div>
    </>
  );
}

const row = 'grid grid-cols-4 border-b border-line sm:table-row';
const cell = 'px-2 py-2 last:pr-4 sm:border-b sm:border-line sm:px-4';
const titleCell = 'col-span-full min-w-0 max-sm:px-4 max-sm:pb-0';

function OrderHeader({
  params,
  by,
  className,
  children,
}: {
  params: URLSearchParams;
  by: 'title' | (typeof columns)[number]['by'];
  className: string;
  children: string;
}) {
  const order = readOrder(params, statsOrders);
  const isShown = order.column === by;
  const Arrow = isShown && order.direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isShown ? (order.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={`${cell} align-bottom font-medium ${className}`}
    >
      <Link
        to={orderLink(params, by, statsOrders)}
        preventScrollReset
        className={`group inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink ${by === 'title' ? '' : 'flex-row-reverse'}`}
      >
        {children}
        <Arrow
          className={`size-3.5 shrink-0 ${isShown ? '' : 'opacity-0 group-hover:opacity-60 max-sm:hidden'}`}
        />
      </Link>
    </th>
  );
}
