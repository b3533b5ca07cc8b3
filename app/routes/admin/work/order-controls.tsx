import { GripVertical } from 'lucide-react';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';

import { useAction } from '../actions/use-action.ts';
import { focusMoveButton, MoveButtons } from '../list/move-buttons.tsx';

type CaseStudy = { id: string; title: string };

/** The rows in the order that was asked for last, which is saved one request after the other. */
export function useOrder<Row extends CaseStudy>(loaded: Row[]) {
  const [known, setKnown] = useState(loaded);
  const [asked, setAsked] = useState<Row[] | null>(null);
  const [saved, setSaved] = useState<Row[] | null>(null);
  const sent = useRef<Row[]>(null);
  const { submit, isBusy } = useAction({
    onSettled: ({ ok }) => (ok ? setSaved(sent.current) : setAsked(null)),
  });

  if (known !== loaded && !isBusy) {
    setKnown(loaded);
    if (asked === saved) setAsked(null);
  }

  useEffect(() => {
    if (isBusy || asked === null || asked === sent.current) return;
    sent.current = asked;
    void submit({ intent: 'order', id: asked.map(({ id }) => id) });
  }, [isBusy, asked, submit]);

  const rows = asked === null || asked.length === 0 ? loaded : asked;
  return {
    rows,
    isBusy,
    move: (id: string, to: number) => {
      const moved = rows.filter((row) => row.id === id);
      setAsked(rows.filter((row) => row.id !== id).toSpliced(to, 0, ...moved));
    },
    orderByDate: () => setAsked([]),
  };
}

/** Moves a row by one with its buttons, or to where its handle is dropped. */
export function OrderControls({
  row: { id, title },
  rows,
  onMove,
  onTarget,
}: {
  row: CaseStudy;
  rows: readonly CaseStudy[];
  onMove: (id: string, to: number) => void;
  onTarget: (id: string | null) => void;
}) {
  const index = rows.findIndex((row) => row.id === id);

  function move(by: -1 | 1) {
    // A row that is moved loses the focus, and the next key may come at once.
    flushSync(() => onMove(id, index + by));
    focusMoveButton(id, by);
  }

  return (
    <>
      <span
        title="Drag to another place"
        className="inline-flex size-8 shrink-0 cursor-grab touch-none items-center justify-center align-top text-ink-soft active:cursor-grabbing [&_svg]:size-4"
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) onTarget(rowAt(event));
        }}
        onPointerUp={(event) => {
          const to = rows.findIndex((row) => row.id === rowAt(event));
          if (to !== -1 && to !== index) onMove(id, to);
        }}
        onLostPointerCapture={() => onTarget(null)}
      >
        <GripVertical aria-hidden />
      </span>
      <MoveButtons id={id} name={title} index={index} count={rows.length} onMove={move} />
    </>
  );
}

function rowAt({ clientX, clientY }: PointerEvent): string | null {
  const row = document.elementFromPoint(clientX, clientY)?.closest('tr');
  return row?.querySelector('[data-move]')?.getAttribute('data-move') ?? null;
}
