import { use } from 'react';

import type { ActionResult } from '#app/routes/admin/actions/action-result.ts';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { Button } from '#app/ui/button.tsx';
import { CloseContext, Dialog } from '#app/ui/dialog.tsx';
import { kinds, type PostKind } from '#domain/core/kinds.ts';
import type { PublishWhen } from '#domain/posts/publishing.ts';
import { nounOf } from './list-messages.ts';

/** Asks whether to publish now or at the publish date, for drafts whose date is in the future. */
export function PublishWhenDialog({
  posts,
  onSettled,
}: {
  posts: readonly { id: string; kind: PostKind; title: string; plannedFor: string | null }[];
  onSettled?: (result: ActionResult) => void;
}) {
  const close = use(CloseContext);
  const { submit, isBusy } = useAction({
    onSettled: (result) => {
      close();
      onSettled?.(result);
    },
  });
  const planned = posts.filter(({ plannedFor }) => plannedFor !== null);
  const [first] = planned;
  const isOne = posts.length === 1;
  const several = planned.length > 1;
  const kind = first?.kind ?? 'post';

  function publish(when: PublishWhen) {
    const ids = posts.map(({ id }) => id);
    void submit({ intent: 'set-published', published: 'true', when, id: ids });
  }

  return (
    <Dialog
      title={isOne ? `Publish ${kinds[kind].name}` : `Publish ${posts.length} ${kinds[kind].plural}`}
      isQuestion
      actions={
        <>
          <Button data-autofocus onClick={close}>
            Cancel
          </Button>
          <Button disabled={isBusy} onClick={() => publish('planned')}>
            {several ? 'Keep the Dates' : 'Keep the Date'}
          </Button>
          <Button variant="primary" pending={isBusy} onClick={() => publish('now')}>
            Publish Now
          </Button>
        </>
      }
    >
      <p>
        {several
          ? `${planned.length} of these ${nounOf(kind, 2)} have a publish date in the future. Publish them now, or keep the dates?`
          : `"${first?.title}" is planned for ${first?.plannedFor}. Publish it now, or keep the date?`}
      </p>
    </Dialog>
  );
}
