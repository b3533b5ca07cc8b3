import { useEffect, useState } from 'react';

import type { ListChoices } from '#domain/posts/get-list-choices.ts';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ActionResult } from '#app/routes/admin/actions/action-result.ts';
import { FormDialog } from '#app/routes/admin/actions/form-dialog.tsx';
import { useDebounced } from '#app/routes/admin/hooks/use-debounced.ts';
import { useLookup } from '#app/routes/admin/hooks/use-lookup.ts';
import { choicesAddress, FoundSelect } from './found-select.tsx';
import { choicesFailure, postCountInTitle } from './list-messages.ts';

/** What a dialog of the list changes. */
type DialogOfPosts = {
  posts: readonly { id: string }[];
  onClose: () => void;
  onSettled: (result: ActionResult) => void;
};

/** Sets the category of posts, or their author. */
export function ChooseForPostsDialog({
  what,
  posts,
  onClose,
  onSettled,
}: DialogOfPosts & { what: 'category' | 'author' }) {
  const { find, found: choices } = useLookup<ListChoices>();
  const [value, setValue] = useState('');
  useEffect(() => void find(choicesAddress()), [find]);
  const isCategory = what === 'category';
  const label = isCategory ? 'Category' : 'Author';
  const options = isCategory
    ? choices?.categories
    : choices?.authors.map((author) => ({ id: author.id, name: author.label }));
  return (
    <FormDialog
      title={`Set ${label} of ${postCountInTitle(posts.length)}`}
      submit={`Set ${label}`}
      intent={`set-${what}`}
      fields={{ id: posts.map(({ id }) => id) }}
      isDisabled={isCategory ? !choices : value === ''}
      onClose={onClose}
      onSettled={onSettled}
    >
      {() => (
        <>
          {choices === null && <Notice>{choicesFailure}</Notice>}
          <FoundSelect
            label={label}
            name={`${what}Id`}
            isLong={(isCategory ? choices?.areMany.categories : choices?.areMany.authors) ?? false}
            onFind={(words) => {
              setValue('');
              void find(choicesAddress({ [what]: words }));
            }}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            data-autofocus
          >
            <option value="" disabled={!isCategory}>
              {isCategory ? 'Uncategorized' : 'Choose an author'}
            </option>
            {options?.map(({ id, name }) => (
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

/** Adds tags to posts or removes them. Those that are chosen stay above those that the words find. */
export function SetTagsDialog({ posts, onClose, onSettled }: DialogOfPosts) {
  const { find, found } = useLookup<ListChoices>();
  const { afterTyping } = useDebounced();
  const [chosen, setChosen] = useState<ListChoices['tags']>([]);
  // Chosen tags move to the top with the next search, not away from under the pointer.
  const [onTop, setOnTop] = useState(chosen);
  useEffect(() => void find(choicesAddress()), [find]);
  const tags = [...onTop, ...(found?.tags ?? []).filter(({ id }) => !onTop.some((tag) => tag.id === id))];
  return (
    <FormDialog
      title={`Tags of ${postCountInTitle(posts.length)}`}
      submit="Add Tags"
      otherSubmit={{ text: 'Remove Tags', name: 'way', value: 'remove' }}
      intent="set-tags"
      fields={{ way: 'add', id: posts.map(({ id }) => id) }}
      isDisabled={chosen.length === 0}
      onClose={onClose}
      onSettled={onSettled}
    >
      {() => (
        <>
          <TextField
            label="Find a tag"
            type="search"
            autoComplete="off"
            maxLength={120}
            data-autofocus
            onChange={({ currentTarget: { value } }) =>
              afterTyping(() => {
                setOnTop(chosen);
                void find(choicesAddress({ tag: value }));
              })
            }
          />
          {found === null && <Notice>{choicesFailure}</Notice>}
          <fieldset className="max-h-60 overflow-y-auto rounded-md border border-line px-2 py-1.5">
            <legend className="sr-only">Tags</legend>
            {tags.map((tag) => (
              <label
                key={tag.id}
                className="flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-sunken max-sm:min-h-11"
              >
                <input
                  type="checkbox"
                  name="tagId"
                  value={tag.id}
                  className="size-4 shrink-0 accent-signal"
                  checked={chosen.some(({ id }) => id === tag.id)}
                  onChange={({ currentTarget: { checked } }) =>
                    setChosen(checked ? [...chosen, tag] : chosen.filter(({ id }) => id !== tag.id))
                  }
                />
                <span>{tag.name}</span>
              </label>
            ))}
            {found && tags.length === 0 && <p className="px-2 py-1 text-ink-soft">No tags found.</p>}
          </fieldset>
          {found?.areMany.tags && <p>Type a name to find more tags.</p>}
        </>
      )}
    </FormDialog>
  );
}
