import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
/** The answer of the screen's other actions, or of a failed connection. */
type OtherOutcome = { kind: string };

import { termFailures, type TermKind, type TermOutcome } from './term-outcome.ts';

/** Makes a category or a tag without leaving the post. A name that is there already is chosen, not made again. */
export function NewTerm({
  kind,
  known,
  onChosen,
}: {
  kind: TermKind;
  known: { id: string; name: string }[];
  onChosen: (term: { id: string; name: string }) => void;
}) {
  const fetcher = useFetcher<TermOutcome | OtherOutcome>();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const told = useRef<TermOutcome | OtherOutcome>(undefined);
  const choose = useRef(onChosen);
  useEffect(() => {
    choose.current = onChosen;
  });

  useEffect(() => {
    const outcome = fetcher.data;
    if (fetcher.state !== 'idle' || !outcome || told.current === outcome) return;
    told.current = outcome;
    if (!('made' in outcome) || outcome.made === null) return;
    choose.current(outcome.made);
    // oxlint-disable-next-line react/set-state-in-effect -- the answer of the server is an event, told by the fetcher as a change
    setName('');
    setIsOpen(false);
  }, [fetcher.state, fetcher.data]);

  function add() {
    const wanted = name.trim().replace(/\s+/g, ' ');
    if (wanted === '' || fetcher.state !== 'idle') return;
    const same = known.find((term) => term.name.toLowerCase() === wanted.toLowerCase());
    if (!same) {
      void fetcher.submit({ intent: 'make-term', kind, name: wanted }, { method: 'post' });
      return;
    }
    onChosen(same);
    setName('');
    setIsOpen(false);
  }

  if (!isOpen) {
    return (
      <Button variant="quiet" className="-ml-3 w-fit" onClick={() => setIsOpen(true)}>
        <Plus />
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
        error={fetcher.state === 'idle' ? messageOf(fetcher.data, kind) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setIsOpen(false);
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <div className="flex gap-2">
        <Button pending={fetcher.state !== 'idle'} onClick={add}>
          Add
        </Button>
        <Button variant="quiet" onClick={() => setIsOpen(false)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Why it was not made; an answer that tells nothing of it was a cut line, or an ended session. */
function messageOf(outcome: TermOutcome | OtherOutcome | undefined, kind: TermKind): string | undefined {
  if (outcome === undefined) return undefined;
  return 'made' in outcome ? (outcome.message ?? undefined) : termFailures[kind];
}
