import { useFetcher } from 'react-router';

import { Question } from '#app/ui/confirm-dialog.tsx';
import type { ListOutcome } from './list-outcome.ts';
import { useOutcome } from './use-outcome.ts';

/** Asks before posts are deleted for good. It closes with the answer; the message says how it went. */
export function DeletePostDialog({
  posts,
  onClose,
  onDone,
}: {
  posts: readonly { id: string; title: string }[];
  onClose: () => void;
  onDone: (outcome: ListOutcome) => void;
}) {
  const fetcher = useFetcher<ListOutcome>();
  useOutcome(fetcher, onDone);
  const [first] = posts;

  function remove() {
    const form = new FormData();
    form.set('intent', 'delete');
    for (const { id } of posts) form.append('id', id);
    void fetcher.submit(form, { method: 'post' });
  }

  return (
    <Question
      title={posts.length === 1 ? 'Delete Post' : `Delete ${posts.length} Posts`}
      yes="Delete"
      isPending={fetcher.state !== 'idle'}
      onNo={onClose}
      onYes={remove}
    >
      <p>
        {posts.length === 1
          ? `Are you sure you want to delete "${first?.title}"? This action cannot be undone.`
          : `Are you sure you want to delete these ${posts.length} posts? This action cannot be undone.`}
      </p>
      {posts.length > 1 && (
        <ul className="max-h-40 list-disc overflow-y-auto pl-5">
          {posts.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
    </Question>
  );
}
