import { Copy, ExternalLink, Eye, FileText, Send, Trash2, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { href } from 'react-router';

import { pathOf } from '#domain/core/kinds.ts';
import { badgeClass, Badge } from '#app/ui/badge.tsx';
import { CloseContext } from '#app/ui/dialog.tsx';
import { ActionMenu, type MenuEntry } from '#app/routes/admin/actions/action-menu.tsx';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import type { PostTableRow } from './load-list.ts';
import { PublishWhenDialog } from './publish-when-dialog.tsx';
import { DeleteDialog } from './selection-bar.tsx';

/** True if a post is published, while a change is sent too, and what changes it. */
function usePublishing(post: PostTableRow) {
  const { submit, isBusy, formData } = useAction();
  const [asksWhen, setAsksWhen] = useState(false);
  const published = (formData?.get('published') ?? String(post.published)) === 'true';
  return {
    published,
    isBusy,
    toggle: () => {
      if (isBusy) return;
      if (!published && post.plannedFor !== null) setAsksWhen(true);
      else void submit({ intent: 'set-published', id: post.id, published: String(!published) });
    },
    question: asksWhen && (
      <CloseContext value={() => setAsksWhen(false)}>
        <PublishWhenDialog posts={[post]} />
      </CloseContext>
    ),
  };
}

/** A button that shows whether a post is published, and changes it. */
export function StatusButton({ post }: { post: PostTableRow }) {
  const { published, isBusy, toggle, question } = usePublishing(post);
  return (
    <span className="flex flex-wrap gap-1 @max-3xl:inline-flex">
      <button
        type="button"
        aria-pressed={published}
        aria-disabled={isBusy}
        title={published ? 'Press to unpublish' : 'Press to publish'}
        onClick={({ detail }) => {
          // The second click of a double click would undo the first.
          if (detail < 2) toggle();
        }}
        className={`${badgeClass(published ? 'ok' : 'neutral')} cursor-pointer hover:border-current aria-disabled:cursor-progress`}
      >
        {published ? 'Published' : 'Draft'}
      </button>
      {published && post.scheduled && <Badge tone="warn">Scheduled</Badge>}
      {question}
    </span>
  );
}

/** Duplicates a post with the same key until an answer arrives, so that a retry after a lost one makes no second copy. */
function useDuplicate({ id }: { id: string }) {
  const creationKey = useRef<string>(null);
  const { isBusy, submit } = useAction({
    onDone: () => {
      creationKey.current = null;
    },
  });
  return () => {
    if (isBusy) return;
    creationKey.current ??= randomUuid();
    void submit({ intent: 'duplicate', id, creationKey: creationKey.current });
  };
}

/** The menu of a row in the list of a kind. */
export function RowMenu({ post }: { post: PostTableRow }) {
  const { published, toggle, question } = usePublishing(post);
  const duplicate = useDuplicate(post);
  const mayEdit = useCan('edit-content');
  const { id } = post;
  const viewed: MenuEntry =
    published && !post.scheduled
      ? { name: 'View Live', icon: ExternalLink, to: pathOf(post), target: '_blank' }
      : { name: 'Preview', icon: Eye, to: href('/admin/posts/preview/:id', { id }) };
  const changes: MenuEntry[] = [
    { name: published ? 'Unpublish' : 'Publish', icon: published ? Undo2 : Send, run: toggle },
    { name: 'Duplicate', icon: Copy, run: duplicate },
    {
      name: 'Delete',
      icon: Trash2,
      danger: true,
      dialog: <DeleteDialog posts={[post]} />,
    },
  ];

  return (
    <>
      <ActionMenu
        label={`Actions for ${post.title}`}
        entries={[
          { name: 'Edit', icon: FileText, to: href('/admin/posts/edit/:id', { id }) },
          viewed,
          ...(mayEdit ? changes : []),
        ]}
      />
      {question}
    </>
  );
}
