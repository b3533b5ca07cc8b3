import { Folder, Send, Tag, Trash2, Undo2, UserRound, X } from 'lucide-react';
import { useState } from 'react';

import { Button, IconButton } from '#app/ui/button.tsx';
import type { ActionResult } from '#app/routes/admin/actions/action-result.ts';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { DeletePostDialog } from './delete-post-dialog.tsx';
import type { SelectedPost } from './selection.ts';
import { PublishWhenDialog } from './publish-when-dialog.tsx';
import { SetAuthorDialog } from './set-author-dialog.tsx';
import { SetCategoryDialog } from './set-category-dialog.tsx';
import { SetTagsDialog } from './set-tags-dialog.tsx';

/** The actions for the selected posts. Each changes all of them or none. */
export function SelectionBar({
  posts,
  elsewhere,
  onClear,
  onGone,
}: {
  posts: readonly SelectedPost[];
  /** Number of those that the page does not show. */
  elsewhere: number;
  onClear: () => void;
  /** Called with the ids of posts that turned out to exist no longer. */
  onGone: (ids: readonly string[]) => void;
}) {
  const { submit, isBusy } = useAction({ onSettled: settle });
  const [asking, setAsking] = useState<'when' | 'category' | 'tags' | 'author' | 'delete' | null>(null);
  const planned = posts.filter(({ plannedFor }) => plannedFor !== null);

  function setPublished(published: boolean) {
    const form = new FormData();
    form.set('intent', 'set-published');
    form.set('published', String(published));
    for (const { id } of posts) form.append('id', id);
    void submit(form, { method: 'post' });
  }
  function settle(result: ActionResult) {
    setAsking(null);
    if (result.ok) onClear();
    else onGone(Object.keys(result.fieldErrors));
  }

  return (
    <div
      role="toolbar"
      aria-label="Selected posts"
      className="sticky bottom-4 z-20 mx-auto flex max-w-full flex-wrap items-center justify-center gap-1.5 rounded-lg border border-line-strong bg-surface p-1.5 shadow-lg"
    >
      <output className="max-sm:-order-2 px-2 font-medium tabular-nums max-sm:basis-[calc(100%-3rem)]">
        {posts.length.toLocaleString('en-US')} selected
        {elsewhere > 0 && (
          <span className="font-normal text-ink-soft">
            {' '}
            ({elsewhere.toLocaleString('en-US')} on other pages)
          </span>
        )}
      </output>
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
      <Button variant="quiet" disabled={isBusy} onClick={() => setAsking('tags')}>
        <Tag />
        Tags
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={() => setAsking('author')}>
        <UserRound />
        Set Author
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
      <IconButton label="Clear selection" className="max-sm:-order-1" onClick={onClear}>
        <X />
      </IconButton>

      {asking === 'when' && (
        <PublishWhenDialog
          posts={posts}
          planned={planned}
          onClose={() => setAsking(null)}
          onSettled={settle}
        />
      )}
      {asking === 'category' && (
        <SetCategoryDialog posts={posts} onClose={() => setAsking(null)} onSettled={settle} />
      )}
      {asking === 'tags' && (
        <SetTagsDialog posts={posts} onClose={() => setAsking(null)} onSettled={settle} />
      )}
      {asking === 'author' && (
        <SetAuthorDialog posts={posts} onClose={() => setAsking(null)} onSettled={settle} />
      )}
      {asking === 'delete' && (
        <DeletePostDialog posts={posts} onClose={() => setAsking(null)} onSettled={settle} />
      )}
    </div>
  );
}
