import { useState } from 'react';
import { href, useSearchParams } from 'react-router';

import { readJson } from '#app/routes/admin/hooks/use-lookup.ts';
import { Button } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { loadFailure } from './list-messages.ts';
import type { SelectedPost, Selection } from './use-selection.ts';

/** Milliseconds. */
const selectTimeout = 30_000;

/**
 * Selects the posts of the page; then every post that the filter matches, on all pages, as far as one action can change
 * them.
 * @param total number of matches; with `isMore` at least so many
 */
export function SelectPosts({
  rows,
  selection,
  total,
  isMore,
  maxAtOnce,
}: {
  rows: readonly SelectedPost[];
  selection: Selection;
  total: number;
  isMore: boolean;
  maxAtOnce: number;
}) {
  const [params] = useSearchParams();
  const showToast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const isAll = !isMore && total <= maxAtOnce;
  const isOffered = selection.isPageSelected && selection.posts.length < Math.min(total, maxAtOnce);

  async function selectAll() {
    setIsBusy(true);
    try {
      const address = `${href('/admin/posts/selectable')}?${params}`;
      selection.set(await readJson<SelectedPost[]>(address, AbortSignal.timeout(selectTimeout)), true);
    } catch {
      showToast({ title: 'Error', text: loadFailure, tone: 'error' });
    }
    setIsBusy(false);
  }

  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3">
      <label className="flex w-fit items-center gap-2 py-1 text-ink-soft">
        <input
          type="checkbox"
          className="size-4 accent-signal"
          checked={selection.isPageSelected}
          onChange={(event) => selection.set(rows, event.currentTarget.checked)}
        />
        Select all on this page
      </label>
      {isOffered && (
        <Button variant="quiet" pending={isBusy} onClick={() => void selectAll()}>
          {isAll
            ? `Select all ${total.toLocaleString('en-US')} posts`
            : `Select the first ${maxAtOnce.toLocaleString('en-US')} posts`}
        </Button>
      )}
    </div>
  );
}
