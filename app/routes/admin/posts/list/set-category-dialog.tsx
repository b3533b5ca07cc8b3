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

/** Sets the category of posts. */
export function SetCategoryDialog({
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
  const [categoryId, setCategoryId] = useState('');
  useEffect(() => void load(choicesAddress()), [load]);

  function setCategory() {
    const form = new FormData();
    form.set('intent', 'set-category');
    form.set('categoryId', categoryId);
    for (const { id } of posts) form.append('id', id);
    void submit(form, { method: 'post' });
  }

  return (
    <Dialog
      title={`Set Category of ${postCountInTitle(posts.length)}`}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!choices.data} pending={isBusy} onClick={setCategory}>
            Set Category
          </Button>
        </>
      }
    >
      {choices.data === null && <Notice>{choicesFailure}</Notice>}
      <FoundSelect
        label="Category"
        isLong={choices.data?.areMany.categories ?? false}
        onFind={(words) => {
          setCategoryId('');
          void load(choicesAddress({ category: words }));
        }}
        data-autofocus
        value={categoryId}
        onChange={(event) => setCategoryId(event.currentTarget.value)}
      >
        <option value="">Uncategorized</option>
        {choices.data?.categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FoundSelect>
    </Dialog>
  );
}
