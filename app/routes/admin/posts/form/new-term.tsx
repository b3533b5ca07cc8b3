import { Plus } from 'lucide-react';
import { useState } from 'react';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';

type Term = { id: string; name: string };

type Props = {
  kind: TermKind;
  known: Term[];
  onChosen: (term: Term) => void;
};

/** Creates a category or a tag without leaving the post. A name that exists is chosen, not created again. */
export function NewTerm({ kind, known, onChosen }: Props) {
  /** Null until it was open for the first time. */
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const [name, setName] = useState('');
  const { submit, isBusy, result } = useAction<Term>({
    isQuiet: true,
    onDone: (term) => term && choose(term),
  });

  const close = () => setIsOpen(false);
  function choose(term: Term) {
    onChosen(term);
    setName('');
    close();
  }

  function add() {
    const wanted = name.trim().replace(/\s+/g, ' ');
    if (wanted === '' || isBusy) return;
    const same = known.find((term) => term.name.toLowerCase() === wanted.toLowerCase());
    if (same) choose(same);
    else void submit({ intent: 'create-term', kind, name: wanted });
  }

  if (isOpen !== true) {
    // The focus goes back to the button that takes the place of the field.
    return (
      <Button
        icon={Plus}
        autoFocus={isOpen === false}
        variant="quiet"
        className="-ml-3 w-fit"
        onClick={() => setIsOpen(true)}
      >
        {kind === 'category' ? 'New category' : 'New tag'}
      </Button>
    );
  }
  return (
    <div className="grid gap-2">
      <TextField
        label="Name"
        maxLength={120}
        autoComplete="off"
        autoFocus
        value={name}
        error={result?.ok === false && !isBusy ? result.message : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <div className="flex gap-2">
        <Button pending={isBusy} onClick={add}>
          Add
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
