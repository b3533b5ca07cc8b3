import { ColumnHeader } from '../list/column-header.tsx';

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

const cell = '@3xl:border-b @3xl:border-line @3xl:py-2 @3xl:pr-3 @3xl:align-top';

/** The log as a table; on small screens each entry is a paragraph. */
export function ActivityTable({ entries, isLoading }: { entries: ShownEntry[]; isLoading: boolean }) {
  return (
    <div className="@container">
      <table
        aria-busy={isLoading}
        className={`block w-full transition-opacity duration-[var(--duration-quick)] @3xl:table @3xl:table-fixed @3xl:border-separate @3xl:border-spacing-0 ${isLoading ? 'opacity-60' : ''}`}
      >
        <thead className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr>
            <ColumnHeader className="@3xl:w-44">When</ColumnHeader>
            <ColumnHeader>What happened</ColumnHeader>
            <ColumnHeader className="@3xl:w-[32%]">Before and after</ColumnHeader>
            <ColumnHeader className="@3xl:w-36">From</ColumnHeader>
          </tr>
        </thead>
        <tbody className="block divide-y divide-line rounded-lg border border-line bg-surface @3xl:table-row-group @3xl:divide-y-0 @3xl:rounded-none @3xl:border-0">
          {entries.map((entry) => (
            <tr key={entry.id} className="grid gap-0.5 px-3 py-2 @3xl:table-row @3xl:bg-surface">
              <td className={`${cell} text-ink-soft tabular-nums @3xl:pl-3`}>{entry.at}</td>
              <td className={`${cell} wrap-anywhere`}>
                <span className="font-medium">{entry.who ?? 'Somebody'}</span> {entry.words}{' '}
                {entry.what !== null && <span className="font-medium">{entry.what}</span>}
              </td>
              <td className={cell}>
                <Changes before={entry.before} after={entry.after} />
              </td>
              <td className={`${cell} text-ink-soft tabular-nums wrap-anywhere`}>
                {entry.from ?? 'the server'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
