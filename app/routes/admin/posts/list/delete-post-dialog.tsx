import type { ActionResult } from '#app/routes/admin/actions/action-result.ts';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { Question } from '#app/ui/confirm-dialog.tsx';
import { postCount, postCountInTitle } from './list-messages.ts';

/** Asks before posts are deleted. It closes with the answer, which a toast shows. */
export function DeletePostDialog({
  posts,
  onClose,
  onSettled,
}: {
  posts: readonly { id: string; title: string }[];
  onClose: () => void;
  onSettled: (result: ActionResult) => void;
}) {
  const { submit, isBusy } = useAction({ onSettled });
  const [first] = posts;

  function remove() {
    const form = new FormData();
    form.set('intent', 'delete');
    for (const { id } of posts) form.append('id', id);
    void submit(form, { method: 'post' });
  }

  return (
    <Question
      title={posts.length === 1 ? 'Delete Post' : `Delete ${postCountInTitle(posts.length)}`}
      yes="Delete"
      isPending={isBusy}
      onNo={onClose}
      onYes={remove}
    >
      <p>
        {posts.length === 1
          ? `Are you sure you want to delete "${first?.title}"? This action cannot be undone.`
          : `Are you sure you want to delete these ${postCount(posts.length)}? This action cannot be undone.`}
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
