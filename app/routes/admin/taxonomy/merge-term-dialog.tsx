import { useCallback, useEffect, useId, useState } from 'react';
import { useFetcher, href } from 'react-router';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useDebounced } from '../hooks/use-debounced.ts';
import type { clientLoader } from './merge-targets.ts';
import { useAction } from '../actions/use-action.ts';
import type { TermTableRow } from './term-table.tsx';
import { postsPhrase, termWords } from './term-messages.ts';

/** Asks which other term takes a term's posts and addresses. */
export function MergeTermDialog({
  kind,
  term,
  onClose,
  onDone,
}: {
  kind: TermKind;
  term: TermTableRow;
  onClose: () => void;
  onDone: () => void;
}) {
  const group = useId();
  const words = termWords[kind];
  const { submit, isBusy } = useAction({ onDone, onStale: onDone });
  const { load, data: targets } = useFetcher<typeof clientLoader>();
  const [into, setInto] = useState<{ id: string; name: string } | null>(null);

  const { afterTyping } = useDebounced();
  const find = useCallback(
    (q: string) =>
      void load(`${href('/admin/merge-targets')}?${new URLSearchParams({ kind, id: term.id, q })}`),
    [load, kind, term.id],
  );
  useEffect(() => find(''), [find]);

  return (
    <Dialog
      title={`Merge ${words.title}`}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={into === null}
            pending={isBusy}
            onClick={() => {
              if (into === null) return;
              void submit({ intent: 'merge', id: term.id, intoId: into.id }, { method: 'post' });
            }}
          >
            Merge
          </Button>
        </>
      }
    >
      <p>
        {term.posts === 0
          ? `"${term.name}" will be deleted, and its address will lead to the other ${words.one}.`
          : `The other ${words.one} takes ${postsPhrase(term)} of "${term.name}", which will be deleted. Its address will lead there.`}
      </p>
      <div className="grid gap-2 text-ink">
        <TextField
          label="Merge into"
          type="search"
          autoComplete="off"
          maxLength={200}
          placeholder={`Find a ${words.one}`}
          onChange={({ currentTarget: { value } }) => afterTyping(() => find(value))}
          data-autofocus
        />
        {targets === null && <Notice>{words.loadFailure}</Notice>}
        <fieldset className="max-h-56 min-w-0 overflow-y-auto rounded-md border border-line">
          <legend className="sr-only">{words.heading}</legend>
          {targets?.map((other) => (
            <label
              key={other.id}
              className="flex cursor-pointer items-center gap-2.5 px-2.5 py-1.5 hover:bg-sunken"
            >
              <input
                type="radio"
                name={group}
                className="size-4 shrink-0 accent-signal"
                checked={into?.id === other.id}
                onChange={() => setInto(other)}
              />
              <span className="min-w-0 flex-1 truncate">{other.name}</span>
              <span className="shrink-0 text-ink-soft tabular-nums">{postsPhrase(other)}</span>
            </label>
          ))}
          {targets?.length === 0 && <p className="px-2.5 py-3 text-ink-soft">{words.none}</p>}
        </fieldset>
        {into !== null && (
          <p aria-live="polite">
            "{term.name}" → "{into.name}"
          </p>
        )}
      </div>
    </Dialog>
  );
}
