import { ColumnHeader } from '../list/column-header.tsx';
import { ListTable, tallCellClass } from '../list/list-table.tsx';

type Facts = Record<string, string | number | boolean | null>;

export type ShownEntry = {
  id: number;
  at: string;
  who: string | null;
  words: string;
  what: string | null;
  before: Facts | null;
  after: Facts | null;
  from: string | null;
};

/** The log as a table; on small screens each entry is a paragraph. */
export function ActivityTable({ entries, isLoading }: { entries: ShownEntry[]; isLoading: boolean }) {
  return (
    <ListTable
      isLoading={isLoading}
      head={
        <>
          <ColumnHeader className="@3xl:w-44">When</ColumnHeader>
          <ColumnHeader>What happened</ColumnHeader>
          <ColumnHeader className="@3xl:w-[32%]">Before and after</ColumnHeader>
          <ColumnHeader className="@3xl:w-36">From</ColumnHeader>
        </>
      }
    >
      {entries.map((entry) => (
        <tr key={entry.id} className="grid gap-0.5 px-3 py-2 @3xl:table-row @3xl:bg-surface">
          <td className={`${tallCellClass} text-ink-soft tabular-nums @3xl:pl-3`}>{entry.at}</td>
          <td className={`${tallCellClass} wrap-anywhere`}>
            <span className="font-medium">{entry.who ?? 'Unknown user'}</span> {entry.words}{' '}
            {entry.what !== null && <span className="font-medium">{entry.what}</span>}
          </td>
          <td className={tallCellClass}>
            <Changes before={entry.before} after={entry.after} />
          </td>
          <td className={`${tallCellClass} text-ink-soft tabular-nums wrap-anywhere`}>
            {entry.from ?? 'the server'}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

function Changes({ before, after }: { before: Facts | null; after: Facts | null }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <dl className="grid gap-0.5">
      {names.map((name) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-ink-soft">{name.replaceAll('_', ' ')}: </dt>
          <dd className="inline">
            {before && name in before && <del className="text-ink-soft">{shown(before[name])}</del>}
            {before && after && name in before && name in after && ' → '}
            {after && name in after && <ins className="no-underline">{shown(after[name])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(fact: Facts[string] | undefined): string {
  if (fact === null || fact === undefined || fact === '') return 'none';
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
  return String(fact);
}
