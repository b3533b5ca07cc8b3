import { Folder, Send, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';

import { Button, IconButton } from '#app/ui/button.tsx';
import { ConfirmAction, formOf } from '#app/routes/admin/actions/confirm-action.tsx';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { postCount } from './list-messages.ts';
import type { PostTableRow } from './post-columns.tsx';
import { PublishWhenDialog } from './publish-when-dialog.tsx';
import { SetCategoryDialog } from './set-category-dialog.tsx';

/** The actions for the selected posts. Each changes all of them or none. */
export function SelectionBar({ posts, onClear }: { posts: readonly PostTableRow[]; onClear: () => void }) {
  const onSettled = ({ ok }: { ok: boolean }) => {
    setAsking(null);
    if (ok) onClear();
  };
  const { submit, isBusy } = useAction({ onSettled });
  const [asking, setAsking] = useState<'when' | 'category' | 'delete' | null>(null);
  const planned = posts.filter(({ plannedFor }) => plannedFor !== null);
  const ids = posts.map(({ id }) => id);
  const close = () => setAsking(null);

  function setPublished(published: boolean) {
    const form = formOf({ intent: 'set-published', published: String(published), id: ids });
    void submit(form, { method: 'post' });
  }

  return (
    <div
      role="toolbar"
      aria-label="Selected posts"
      className="sticky bottom-4 z-20 mx-auto flex max-w-full flex-wrap items-center justify-center gap-1.5 rounded-lg border border-line-strong bg-surface p-1.5 shadow-lg"
    >
      <output className="max-sm:-order-2 px-2 font-medium tabular-nums max-sm:basis-[calc(100%-3rem)]">
        {posts.length.toLocaleString('en-US')} selected
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
        <PublishWhenDialog posts={posts} planned={planned} onClose={close} onSettled={onSettled} />
      )}
      {asking === 'category' && <SetCategoryDialog posts={posts} onClose={close} onDone={onClear} />}
      {asking === 'delete' && (
        <ConfirmAction
          title={
            posts.length === 1 ? 'Delete Post' : `Delete ${postCount(posts.length).replace('post', 'Post')}`
          }
          confirm="Delete"
          fields={{ intent: 'delete', id: ids }}
          onClose={close}
          onSettled={onSettled}
        >
          <p>
            {posts.length === 1
              ? `Are you sure you want to delete "${posts[0]?.title}"? This action cannot be undone.`
              : `Are you sure you want to delete these ${postCount(posts.length)}? This action cannot be undone.`}
          </p>
          {posts.length > 1 && (
            <ul className="max-h-40 list-disc overflow-y-auto pl-5">
              {posts.map(({ id, title }) => (
                <li key={id}>{title}</li>
              ))}
            </ul>
          )}
        </ConfirmAction>
      )}
    </div>
  );
}
