import { href, useFetcher } from 'react-router';

import { useArrival } from '#app/routes/admin/hooks/use-arrival.ts';
import { usePreloadedRoute } from '#app/routes/admin/hooks/use-preloaded-route.ts';
import { Button } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { loadFailure } from './list-messages.ts';
import type { SelectedPost } from './selection.ts';

/** What `/admin/posts/selectable` sends; null where it could not be loaded. */
export type SelectablePosts = { posts: SelectedPost[] | null };

/**
 * Selects every post that the filter matches, on all pages, as far as one action can change them.
 * @param query of the list's address
 * @param total number of matches; with `isMore` at least so many
 */
export function SelectAllButton({
  query,
  total,
  isMore,
  maxAtOnce,
  onSelect,
}: {
  query: URLSearchParams;
  total: number;
  isMore: boolean;
  maxAtOnce: number;
  onSelect: (posts: readonly SelectedPost[]) => void;
}) {
  usePreloadedRoute(href('/admin/posts/selectable'));
  const showToast = useToast();
  const { load, state, data } = useFetcher<SelectablePosts>();
  useArrival(data, ({ posts }) => {
    if (posts === null) showToast({ title: 'Error', text: loadFailure, tone: 'error' });
    else onSelect(posts);
  });
  const isAll = !isMore && total <= maxAtOnce;

  return (
    <Button
      variant="quiet"
      className="text-signal hover:text-signal"
      pending={state !== 'idle'}
      onClick={() => void load(`${href('/admin/posts/selectable')}?${query}`)}
    >
      {isAll
        ? `Select all ${total.toLocaleString('en-US')} posts`
        : `Select the first ${maxAtOnce.toLocaleString('en-US')} posts`}
    </Button>
  );
}
