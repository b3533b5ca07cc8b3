import { useEffect } from 'react';

import type { ListChoices } from '#domain/posts/get-list-choices.ts';
import { Notice } from '#app/ui/notice.tsx';
import { FormDialog } from '#app/routes/admin/actions/form-dialog.tsx';
import { useLookup } from '#app/routes/admin/hooks/use-lookup.ts';
import { choicesAddress, FoundSelect } from './found-select.tsx';
import { choicesFailure, postCount } from './list-messages.ts';

/** Sets the category of posts. */
export function SetCategoryDialog({
  posts,
  onClose,
  onDone,
}: {
  posts: readonly { id: string }[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { find, found: choices } = useLookup<ListChoices>();
  useEffect(() => void find(choicesAddress()), [find]);
  return (
    <FormDialog
      title={`Set Category of ${postCount(posts.length).replace('post', 'Post')}`}
      submit="Set Category"
      intent="set-category"
      fields={{ id: posts.map(({ id }) => id) }}
      isDisabled={!choices}
      onClose={onClose}
      onDone={onDone}
    >
      {() => (
        <>
          {choices === null && <Notice>{choicesFailure}</Notice>}
          <FoundSelect
            label="Category"
            name="categoryId"
            isLong={choices?.areMany.categories ?? false}
            onFind={(category) => void find(choicesAddress({ category }))}
            data-autofocus
          >
            <option value="">Uncategorized</option>
            {choices?.categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FoundSelect>
        </>
      )}
    </FormDialog>
  );
}
