import { Send, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';

import { kinds, type PostKind } from '#domain/core/kinds.ts';
import { Button, IconButton } from '#app/ui/button.tsx';
import { CloseContext } from '#app/ui/dialog.tsx';
import { ScrollBox } from '#app/ui/scroll-box.tsx';
import type { ActionResult } from '#app/routes/admin/actions/action-result.ts';
import { ConfirmAction } from '#app/routes/admin/actions/confirm-action.tsx';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { PublishWhenDialog } from './publish-when-dialog.tsx';
import { nounOf } from './list-messages.ts';
import type { PostTableRow } from './load-list.ts';
import type { Selection } from './use-selection.ts';

/** The actions for the selected posts. Each changes all of them or none. */
export function SelectionBar({ selection: { posts, clear } }: { selection: Selection<PostTableRow> }) {
  const onSettled = (result: ActionResult) => result.ok && onClear();
  function onClear() {
    clear();
    document.querySelector<HTMLElement>('main h1')?.focus();
  }
  const { submit, isBusy } = useAction({ onSettled });
  const [asking, setAsking] = useState<'when' | 'delete' | null>(null);
  const ids = posts.map(({ id }) => id);

  function setPublished(published: boolean) {
    const fields = { intent: 'set-published', published: String(published), id: ids };
    void submit(fields);
  }

  const publish = () =>
    posts.some(({ plannedFor }) => plannedFor !== null) ? setAsking('when') : setPublished(true);
  const tools = [
    { name: 'Publish', icon: Send, run: publish },
    { name: 'Unpublish', icon: Undo2, run: () => setPublished(false) },
    { name: 'Delete', icon: Trash2, run: () => setAsking('delete') },
  ];

  return (
    <div
      role="toolbar"
      aria-label="Selected posts"
      className="sticky bottom-4 z-20 mx-auto flex max-w-full flex-wrap items-center justify-center gap-1.5 rounded-lg border border-line-strong bg-surface p-1.5 shadow-lg"
    >
      <output className="max-sm:-order-2 px-2 font-medium tabular-nums max-sm:basis-[calc(100%-3rem)]">
        {posts.length} selected
      </output>
      {tools.map(({ name, icon: Icon, run }) => (
        <Button
          icon={Icon}
          key={name}
          variant="quiet"
          className={name === 'Delete' ? 'text-danger hover:text-danger' : ''}
          disabled={isBusy}
          onClick={run}
        >
          {name}
        </Button>
      ))}
      <IconButton icon={X} label="Clear selection" className="max-sm:-order-1" onClick={onClear} />

      <CloseContext value={() => setAsking(null)}>
        {asking === 'when' && <PublishWhenDialog posts={posts} onSettled={onSettled} />}
        {asking === 'delete' && <DeleteDialog posts={posts} onSettled={onSettled} />}
      </CloseContext>
    </div>
  );
}

/** Asks before these posts are deleted. */
export function DeleteDialog({
  posts,
  onSettled,
}: {
  posts: readonly { id: string; kind: PostKind; title: string }[];
  onSettled?: (result: ActionResult) => void;
}) {
  const [first] = posts;
  const isOne = posts.length === 1;
  const kind = first?.kind ?? 'post';
  return (
    <ConfirmAction
      title={isOne ? `Delete ${kinds[kind].name}` : `Delete ${posts.length} ${kinds[kind].plural}`}
      confirm="Delete"
      fields={{ intent: 'delete', id: posts.map(({ id }) => id) }}
      {...(onSettled && { onSettled })}
    >
      <p>
        Are you sure you want to delete{' '}
        {isOne ? `"${first?.title}"` : `these ${posts.length} ${nounOf(kind, posts.length)}`}? This action
        cannot be undone.
      </p>
      {!isOne && (
        <ScrollBox className="max-h-40">
          <ul className="list-disc pl-5">
            {posts.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </ScrollBox>
      )}
    </ConfirmAction>
  );
}
