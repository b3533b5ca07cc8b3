import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';

import type { ListChoices } from '#domain/posts/get-list-choices.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ActionResult } from '#app/routes/admin/actions/action-result.ts';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { useDebounced } from '#app/routes/admin/hooks/use-debounced.ts';
import { choicesAddress } from './found-select.tsx';
import { choicesFailure, postCountInTitle } from './list-messages.ts';

type Tag = { id: string; name: string };

/** Adds tags to posts or removes them. */
export function SetTagsDialog({
  posts,
  onClose,
  onSettled,
}: {
  posts: readonly { id: string }[];
  onClose: () => void;
  onSettled: (result: ActionResult) => void;
}) {
  const { submit, isBusy } = useAction({ onSettled });
  const [chosen, setChosen] = useState<readonly Tag[]>([]);

  function setTags(way: 'add' | 'remove') {
    const form = new FormData();
    form.set('intent', 'set-tags');
    form.set('way', way);
    for (const { id } of chosen) form.append('tagId', id);
    for (const { id } of posts) form.append('id', id);
    void submit(form, { method: 'post' });
  }

  return (
    <Dialog
      title={`Tags of ${postCountInTitle(posts.length)}`}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={chosen.length === 0} pending={isBusy} onClick={() => setTags('remove')}>
            Remove Tags
          </Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            pending={isBusy}
            onClick={() => setTags('add')}
          >
            Add Tags
          </Button>
        </>
      }
    >
      <TagChoice chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}

/** The tags found by words in their names, below those that are chosen already. */
function TagChoice({
  chosen,
  onChange,
}: {
  chosen: readonly Tag[];
  onChange: (chosen: readonly Tag[]) => void;
}) {
  const { load, data } = useFetcher<ListChoices | null>();
  const { afterTyping } = useDebounced();
  // Chosen tags move to the top with the next search, not away from under the pointer.
  const [onTop, setOnTop] = useState<readonly Tag[]>([]);
  useEffect(() => void load(choicesAddress({ tag: '' })), [load]);
  const found = data?.tags ?? [];
  const shown = [...onTop, ...found.filter(({ id }) => !onTop.some((tag) => tag.id === id))];

  return (
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
            void load(choicesAddress({ tag: value }));
          })
        }
      />
      {data === null && <Notice>{choicesFailure}</Notice>}
      <fieldset className="max-h-60 overflow-y-auto rounded-md border border-line px-2 py-1.5 text-ink">
        <legend className="sr-only">Tags</legend>
        {shown.map((tag) => (
          <label
            key={tag.id}
            className="flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-sunken max-sm:min-h-11"
          >
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-signal"
              checked={chosen.some(({ id }) => id === tag.id)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...chosen, tag] : chosen.filter(({ id }) => id !== tag.id),
                )
              }
            />
            <span>{tag.name}</span>
          </label>
        ))}
        {data === undefined && <p className="px-2 py-1 text-ink-soft">Loading...</p>}
        {data && shown.length === 0 && <p className="px-2 py-1 text-ink-soft">No tags found.</p>}
      </fieldset>
      {data?.areMany.tags && <p>More tags are found by their names.</p>}
    </>
  );
}
