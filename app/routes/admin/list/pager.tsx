import { Link, useSearchParams } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { pageLink } from './list-address.ts';

/** The way through a list of several pages: real links, so that it works without script. */
export function Pager({
  page,
  pages,
  hasNext = page < pages,
  isMore = false,
}: {
  page: number;
  pages: number;
  hasNext?: boolean;
  /** There are more pages than were counted. */
  isMore?: boolean;
}) {
  const [params] = useSearchParams();
  if (page === 1 && !hasNext) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      <PageLink to={pageLink(params, page - 1)} label="Previous" enabled={page > 1} rel="prev" />
      <p className="text-ink-soft tabular-nums">
        Page {page.toLocaleString('en-US')}
        {!isMore && ` of ${pages.toLocaleString('en-US')}`}
      </p>
      <PageLink to={pageLink(params, page + 1)} label="Next" enabled={hasNext} rel="next" />
    </nav>
  );
}

function PageLink({ to, label, enabled, rel }: { to: string; label: string; enabled: boolean; rel: string }) {
  if (!enabled) {
    return (
      <span aria-disabled="true" className={buttonClass('secondary')}>
        {label}
      </span>
    );
  }
  return (
    <Link to={to} rel={rel} className={buttonClass('secondary')}>
      {label}
    </Link>
  );
}
