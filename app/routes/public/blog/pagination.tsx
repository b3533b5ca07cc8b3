import { pageAddress } from './page-number.ts';
import { Line } from '../frame/line.tsx';

/** Links to the previous and next page; nothing for a single page. */
export function Pagination({
  list,
  page,
  pages,
  labels = { previous: 'Newer posts', next: 'Older posts' },
}: {
  list: string;
  page: number;
  pages: number;
  labels?: { previous: string; next: string };
}) {
  if (pages < 2) return null;
  return (
    <nav className="pagination" aria-label="Pages">
      <Line>
        {page > 1 ? (
          <a rel="prev" href={pageAddress(list, page - 1)}>
            <span aria-hidden="true">← </span>
            {labels.previous}
          </a>
        ) : (
          <span />
        )}
        <span className="note">
          Page {page} of {pages}
        </span>
        {page < pages && (
          <a rel="next" href={pageAddress(list, page + 1)}>
            {labels.next}
            <span aria-hidden="true"> →</span>
          </a>
        )}
      </Line>
    </nav>
  );
}
