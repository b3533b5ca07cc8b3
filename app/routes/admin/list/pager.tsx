import { Link, useSearchParams } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { pageLink } from './list-address.ts';

/** The way through a list of several pages: real links, so that it works without script. */
export function Pager({
  page,
  pages,
  isMore = false,
  label = 'Pages',
  keepsScroll = false,
}: {
  page: number;
  pages: number;
  /** There are more pages than were counted. */
  isMore?: boolean;
  label?: string;
  /** For a list that is one part of its screen. */
  keepsScroll?: boolean;
}) {
  const [params] = useSearchParams();
  const hasNext = page < pages || isMore;
  if (page === 1 && !hasNext) return null;
  const previous = page > 1 ? pageLink(params, page - 1) : null;
  const next = hasNext ? pageLink(params, page + 1) : null;
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-3">
      <StepLink to={previous} label="Previous" rel="prev" keepsScroll={keepsScroll} />
      <p className="text-ink-soft tabular-nums">
        Page {page.toLocaleString('en-US')}
        {!isMore && ` of ${pages.toLocaleString('en-US')}`}
      </p>
      <StepLink to={next} label="Next" rel="next" keepsScroll={keepsScroll} />
    </nav>
  );
}

/** A link to the previous or next page of a list; plain text that looks the same when there is none. */
export function StepLink({
  to,
  label,
  rel,
  keepsScroll = false,
}: {
  to: string | null;
  label: string;
  rel: 'prev' | 'next';
  keepsScroll?: boolean;
}) {
  if (to === null) {
    return (
      <span aria-disabled="true" className={buttonClass('secondary')}>
        {label}
      </span>
    );
  }
  return (
    <Link to={to} rel={rel} preventScrollReset={keepsScroll} className={buttonClass('secondary')}>
      {label}
    </Link>
  );
}
