import { useSearchParams } from 'react-router';

import { pageLink } from './list-address.ts';
import { StepLink } from './step-link.tsx';

/** The way through a list of several pages: real links, so that it works without script. */
export function Pager({
  page,
  pages,
  hasNext = page < pages,
  isMore = false,
  label = 'Pages',
  keepsScroll = false,
}: {
  page: number;
  pages: number;
  hasNext?: boolean;
  /** There are more pages than were counted. */
  isMore?: boolean;
  label?: string;
  /** For a list that is one part of its screen. */
  keepsScroll?: boolean;
}) {
  const [params] = useSearchParams();
  if (page === 1 && !hasNext) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-3">
      <StepLink
        to={page > 1 ? pageLink(params, page - 1) : null}
        label="Previous"
        rel="prev"
        keepsScroll={keepsScroll}
      />
      <p className="text-ink-soft tabular-nums">
        Page {page.toLocaleString('en-US')}
        {!isMore && ` of ${pages.toLocaleString('en-US')}`}
      </p>
      <StepLink
        to={hasNext ? pageLink(params, page + 1) : null}
        label="Next"
        rel="next"
        keepsScroll={keepsScroll}
      />
    </nav>
  );
}
