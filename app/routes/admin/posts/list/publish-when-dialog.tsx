import { useFetcher } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { PublishWhen } from '#domain/posts/publishing.ts';
import type { ListOutcome } from './list-outcome.ts';
import { useOutcome } from './use-outcome.ts';

/** Asks what becomes of a date that lies ahead before the list publishes a draft that carries one. */
export function PublishWhenDialog({
  posts,
  planned,
  onClose,
  onDone,
}: {
  posts: readonly { id: string }[];
  /** Those of the posts that carry such a date. */
  planned: readonly { title: string; plannedFor: string | null }[];
  onClose: () => void;
  onDone: (outcome: ListOutcome) => void;
}) {
  const fetcher = useFetcher<ListOutcome>();
  useOutcome(fetcher, onDone);
  const [first] = planned;
  const isOne = posts.length === 1;
  const several = planned.length > 1;

  function publish(when: PublishWhen) {
    const form = new FormData();
    form.set('intent', 'set-published');
    form.set('published', 'true');
    form.set('when', when);
    for (const { id } of posts) form.append('id', id);
    void fetcher.submit(form, { method: 'post' });
  }

  return (
    <Dialog
      title={isOne ? 'Publish Post' : `Publish ${posts.length} Posts`}
      isQuestion
      onDismiss={onClose}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={fetcher.state !== 'idle'} onClick={() => publish('planned')}>
            {several ? 'Keep the Dates' : 'Keep the Date'}
          </Button>
          <Button variant="primary" pending={fetcher.state !== 'idle'} onClick={() => publish('now')}>
            Publish Now
          </Button>
        </>
      }
    >
      <p>
        {several
          ? `${planned.length} of these posts have a publish date that lies ahead. Publish them now, or keep the dates and let them appear by themselves?`
          : `"${first?.title}" is planned for ${first?.plannedFor}. Publish it now, or keep the date and let it appear by itself?`}
      </p>
    </Dialog>
  );
}
