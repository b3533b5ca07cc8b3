import { Folder, Send, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useFetcher } from 'react-router';

import { Button, IconButton } from '#app/ui/button.tsx';
import { DeletePostDialog } from './delete-post-dialog.tsx';
import type { ListOutcome } from './list-outcome.ts';
import type { PostTableRow } from './post-table.tsx';
import { PublishWhenDialog } from './publish-when-dialog.tsx';
import { SetCategoryDialog } from './set-category-dialog.tsx';
import { useOutcome } from './use-outcome.ts';

/** What can be done to the marked posts: to all of them or to none. */
export function SelectionBar({ posts, onClear }: { posts: readonly PostTableRow[]; onClear: () => void }) {
  const fetcher = useFetcher<ListOutcome>();
  const [asking, setAsking] = useState<'when' | 'category' | 'delete' | null>(null);
  useOutcome(fetcher, (outcome) => {
    if (outcome.ok) onClear();
  });
  const planned = posts.filter(({ plannedFor }) => plannedFor !== null);
  const isBusy = fetcher.state !== 'idle';

  function setPublished(published: boolean) {
    const form = new FormData();
    form.set('intent', 'set-published');
    form.set('published', String(published));
    for (const { id } of posts) form.append('id', id);
    void fetcher.submit(form, { method: 'post' });
  }
  function done(outcome: ListOutcome) {
    setAsking(null);
    if (outcome.ok) onClear();
  }

  return (
    <div
      role="toolbar"
      aria-label="Selected posts"
      className="sticky bottom-4 z-20 mx-auto flex max-w-full flex-wrap items-center justify-center gap-1.5 rounded-lg border border-line-strong bg-surface p-1.5 shadow-lg"
    >
      <output className="px-2 font-medium tabular-nums">{posts.length} selected</output>
      <Button
        variant="quiet"
        disabled={isBusy}
        onClick={() => (planned.length > 0 ? setAsking('when') : setPublished(true))}
      >
        <Send />
        Publish
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={() => setPublished(false)}>
        <Undo2 />
        Unpublish
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={() => setAsking('category')}>
        <Folder />
        Set Category
      </Button>
      <Button
        variant="quiet"
        className="text-danger hover:text-danger"
        disabled={isBusy}
        onClick={() => setAsking('delete')}
      >
        <Trash2 />
        Delete
      </Button>
      <IconButton label="Clear selection" onClick={onClear}>
        <X />
      </IconButton>

      {asking === 'when' && (
        <PublishWhenDialog posts={posts} planned={planned} onClose={() => setAsking(null)} onDone={done} />
      )}
      {asking === 'category' && (
        <SetCategoryDialog posts={posts} onClose={() => setAsking(null)} onDone={done} />
      )}
      {asking === 'delete' && (
        <DeletePostDialog posts={posts} onClose={() => setAsking(null)} onDone={done} />
      )}
    </div>
  );
}
