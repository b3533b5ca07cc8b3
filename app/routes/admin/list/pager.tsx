import { useSearchParams } from 'react-router';

import { pageLink } from './list-address.ts';
import { StepLink } from './step-link.tsx';

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
      <StepLink to={page > 1 ? pageLink(params, page - 1) : null} label="Previous" rel="prev" />
      <p className="text-ink-soft tabular-nums">
        Page {page.toLocaleString('en-US')}
        {!isMore && ` of ${pages.toLocaleString('en-US')}`}
      </p>
      <StepLink to={hasNext ? pageLink(params, page + 1) : null} label="Next" rel="next" />
    </nav>
  );
}
