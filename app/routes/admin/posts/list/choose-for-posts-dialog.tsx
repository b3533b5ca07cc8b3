import { useEffect, useState, type ReactNode } from 'react';
import { useFetcher } from 'react-router';

import type { ListChoices } from '#domain/posts/get-list-choices.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ActionResult } from '#app/routes/admin/actions/action-result.ts';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { FoundSelect, choicesAddress } from './found-select.tsx';
import { choicesFailure, postCountInTitle } from './list-messages.ts';

/** What a dialog of the list sets. */
export type DialogOfPosts = {
  posts: readonly { id: string }[];
  onClose: () => void;
  onSettled: (result: ActionResult) => void;
};

/**
 * Sets one value of posts, which is chosen from a list of the server.
 * @param field its name in the form, such as `authorId`
 * @param search where the words of a search are sent
 * @param emptyOption the first option, with the value ''
 * @param canBeEmpty whether '' is a value to set
 */
export function ChooseForPostsDialog({
  posts,
  onClose,
  onSettled,
  label,
  intent,
  field,
  search,
  isLong,
  emptyOption,
  canBeEmpty,
  optionsOf,
}: DialogOfPosts & {
  label: string;
  intent: string;
  field: string;
  search: 'author' | 'category';
  isLong: (choices: ListChoices) => boolean;
  emptyOption: ReactNode;
  canBeEmpty: boolean;
  optionsOf: (choices: ListChoices) => readonly { id: string; name: string }[];
}) {
  const { submit, isBusy } = useAction({ onSettled });
  const { load, data: choices } = useFetcher<ListChoices | null>();
  const [value, setValue] = useState('');
  useEffect(() => void load(choicesAddress()), [load]);

  function set() {
    const form = new FormData();
    form.set('intent', intent);
    form.set(field, value);
    for (const { id } of posts) form.append('id', id);
    void submit(form, { method: 'post' });
  }

  return (
    <Dialog
      title={`Set ${label} of ${postCountInTitle(posts.length)}`}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={canBeEmpty ? !choices : value === ''}
            pending={isBusy}
            onClick={set}
          >
            Set {label}
          </Button>
        </>
      }
    >
      {choices === null && <Notice>{choicesFailure}</Notice>}
      <FoundSelect
        label={label}
        isLong={choices ? isLong(choices) : false}
        onFind={(words) => {
          setValue('');
          void load(choicesAddress({ [search]: words }));
        }}
        data-autofocus
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      >
        {emptyOption}
        {choices &&
          optionsOf(choices).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </FoundSelect>
    </Dialog>
  );
}
