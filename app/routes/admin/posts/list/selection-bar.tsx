import { Folder, Send, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';

import { Button, IconButton } from '#app/ui/button.tsx';
import type { ActionResult } from '#app/routes/admin/actions/action-result.ts';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { DeletePostDialog } from './delete-post-dialog.tsx';
import type { PostTableRow } from './post-table.tsx';
import { PublishWhenDialog } from './publish-when-dialog.tsx';
import { SetCategoryDialog } from './set-category-dialog.tsx';

/** The actions for the selected posts. Each changes all of them or none. */
export function SelectionBar({ posts, onClear }: { posts: readonly PostTableRow[]; onClear: () => void }) {
  const { submit, isBusy } = useAction({ onDone: onClear });
  const [asking, setAsking] = useState<'when' | 'category' | 'delete' | null>(null);
  const planned = posts.filter(({ plannedFor }) => plannedFor !== null);

  function setPublished(published: boolean) {
    const form = new FormData();
    form.set('intent', 'set-published');
    form.set('published', String(published));
    for (const { id } of posts) form.append('id', id);
    void submit(form, { method: 'post' });
  }
  function closeDialog({ ok }: ActionResult) {
    setAsking(null);
    if (ok) onClear();
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
        <PublishWhenDialog
          posts={posts}
          planned={planned}
          onClose={() => setAsking(null)}
          onSettled={closeDialog}
        />
      )}
      {asking === 'category' && (
        <SetCategoryDialog posts={posts} onClose={() => setAsking(null)} onSettled={closeDialog} />
      )}
      {asking === 'delete' && (
        <DeletePostDialog posts={posts} onClose={() => setAsking(null)} onSettled={closeDialog} />
      )}
    </div>
  );
}
