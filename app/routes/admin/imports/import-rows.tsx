import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { useIsLoading } from '../list/list-screen.tsx';
import { ListTable, type Column } from '../list/list-table.tsx';
import { Pager } from '../list/pager.tsx';
import type { ShownImport } from './import-card.tsx';

type Row = ShownImport['rows'][number] & { id: string };

const tones: Record<Row['outcome'], BadgeTone> = {
  taken: 'ok',
  'there already': 'neutral',
  'left out': 'neutral',
  failed: 'danger',
};

/** The outcome for each text. */
export function ImportRows({ state, rows, page, pages }: ShownImport) {
  return (
    <>
      <ListTable
        columns={columnsOf(state)}
        rows={rows.map((row, index) => ({ ...row, id: `${index} ${row.place}` }))}
        isTall
        isLoading={useIsLoading()}
      />
      <Pager page={page} pages={pages} keepsScroll />
    </>
  );
}

function columnsOf(state: ShownImport['state']): Column<Row>[] {
  return [
    {
      name: 'Text',
      place: 'title',
      cell: ({ title, place, oldAddress }) => (
        <>
          <span dir="auto" className="font-medium wrap-anywhere">
            {title || 'Untitled'}
          </span>
          <span className="block text-ink-soft wrap-anywhere">{oldAddress || place}</span>
        </>
      ),
    },
    {
      name: state === 'imported' ? 'Became' : 'Becomes',
      width: '@3xl:w-56',
      place: 'line',
      cell: ({ outcome, state: published, newAddress }) => (
        <>
          <Badge tone={tones[outcome]}>{outcome === 'taken' ? published : outcome}</Badge>
          {newAddress !== '' && <span className="block text-ink-soft wrap-anywhere">{newAddress}</span>}
        </>
      ),
    },
    {
      name: 'What differs',
      width: '@3xl:w-96',
      place: 'line',
      cell: ({ reason, notes, missing }) =>
        reason !== '' || notes.length + missing.length > 0 ? (
          <ul className="grid gap-0.5 wrap-anywhere">
            {reason !== '' && <li>{reason}</li>}
            {notes.map(({ effect, what, count }) => (
              <li key={`${effect} ${what}`}>
                {effect === 'left out' ? 'Left out: ' : ''}
                {what}
                {count > 1 ? ` (${count} times)` : ''}
              </li>
            ))}
            {missing.map(({ address, reason: why }) => (
              <li key={address}>
                {address}: {why}
              </li>
            ))}
          </ul>
        ) : null,
    },
    { name: 'Images', width: '@3xl:w-16', cardLabel: 'Images', cell: ({ images }) => images || null },
  ];
}
