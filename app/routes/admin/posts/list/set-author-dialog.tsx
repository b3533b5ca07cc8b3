import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';

import type { ListChoices } from '#domain/posts/get-list-choices.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ActionResult } from '#app/routes/admin/actions/action-result.ts';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { FoundSelect, choicesAddress } from './found-select.tsx';
import { choicesFailure, postCountInTitle } from './list-messages.ts';

/** Sets the author of posts. */
export function SetAuthorDialog({
  posts,
  onClose,
  onSettled,
}: {
  posts: readonly { id: string }[];
  onClose: () => void;
  onSettled: (result: ActionResult) => void;
}) {
  const { submit, isBusy } = useAction({ onSettled });
  const { load, ...choices } = useFetcher<ListChoices | null>();
  const [authorId, setAuthorId] = useState('');
  useEffect(() => void load(choicesAddress()), [load]);

  function setAuthor() {
    const form = new FormData();
    form.set('intent', 'set-author');
    form.set('authorId', authorId);
    for (const { id } of posts) form.append('id', id);
    void submit(form, { method: 'post' });
  }

  return (
    <Dialog
      title={`Set Author of ${postCountInTitle(posts.length)}`}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={authorId === ''} pending={isBusy} onClick={setAuthor}>
            Set Author
          </Button>
        </>
      }
    >
      {choices.data === null && <Notice>{choicesFailure}</Notice>}
      <FoundSelect
        label="Author"
        isLong={choices.data?.areMany.authors ?? false}
        onFind={(words) => {
          setAuthorId('');
          void load(choicesAddress({ author: words }));
        }}
        data-autofocus
        value={authorId}
        onChange={(event) => setAuthorId(event.currentTarget.value)}
      >
        <option value="" disabled>
          Choose an author
        </option>
        {choices.data?.authors.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </FoundSelect>
    </Dialog>
  );
}
