import { useCallback, useEffect, useState } from 'react';
import { href } from 'react-router';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { TextField } from '#app/ui/field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useDebounced } from '../hooks/use-debounced.ts';
import { useLookup } from '../hooks/use-lookup.ts';
import type { MergeTarget } from './merge-targets.ts';
import { postsPhrase, termWords } from './term-messages.ts';

type Props = {
  kind: TermKind;
  term: { id: string; name: string; posts: number; hasMorePosts: boolean };
};

/** Asks which other term takes a term's posts and addresses. */
export function MergeTermDialog({ kind, term }: Props) {
  const words = termWords[kind];
  const { find, found: targets } = useLookup<MergeTarget[]>(words.loadFailure);
  const [into, setInto] = useState<MergeTarget | null>(null);
  const { afterTyping } = useDebounced();
  const findTargets = useCallback(
    (q: string) =>
      void find(`${href('/admin/merge-targets')}?${new URLSearchParams({ kind, id: term.id, q })}`),
    [find, kind, term.id],
  );
  useEffect(() => findTargets(''), [findTargets]);

  return (
    <FormDialog
      title={`Merge ${words.title}`}
      submit="Merge"
      intent="merge"
      fields={{ id: term.id, intoId: into?.id ?? '' }}
      isDisabled={into === null}
    >
      <p className="text-ink-soft">
        {term.posts === 0
          ? `"${term.name}" will be deleted, and its address will lead to the other ${words.one}.`
          : `The other ${words.one} takes ${postsPhrase(term)} of "${term.name}", which will be deleted. Its address will lead there.`}
      </p>
      <TextField
        label="Merge into"
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder={`Find a ${words.one}`}
        onChange={({ currentTarget: { value } }) => afterTyping(() => findTargets(value))}
        data-autofocus
      />
      <fieldset className="max-h-56 min-w-0 overflow-y-auto rounded-md border border-line">
        <legend className="sr-only">{words.heading}</legend>
        {targets?.map((other) => (
          <Target key={other.id} term={other} isChosen={into?.id === other.id} onChoose={setInto} />
        ))}
        {targets?.length === 0 && <p className="px-2.5 py-3 text-ink-soft">{words.none}</p>}
      </fieldset>
      {into !== null && (
        <p aria-live="polite">
          "{term.name}" → "{into.name}"
        </p>
      )}
    </FormDialog>
  );
}

type TargetProps = { term: MergeTarget; isChosen: boolean; onChoose: (term: MergeTarget) => void };

function Target({ term, isChosen, onChoose }: TargetProps) {
  return (
    <label className="flex cursor-pointer items-center gap-2.5 px-2.5 py-1.5 hover:bg-sunken">
      <input
        type="radio"
        name="choice"
        className="size-4 shrink-0 accent-signal"
        checked={isChosen}
        onChange={() => onChoose(term)}
      />
      <span className="min-w-0 flex-1 truncate">{term.name}</span>
      <span className="shrink-0 text-ink-soft tabular-nums">{postsPhrase(term)}</span>
    </label>
  );
}
