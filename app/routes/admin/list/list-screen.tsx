import type { ReactNode } from 'react';
import { Link, useLocation, useNavigation, useSearchParams } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { isNarrowed } from './list-address.ts';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';

type ListScreenProps<Row, Sort extends string> = Omit<ListTableProps<Row, Sort>, 'rows' | 'columns'> & {
  items: readonly Row[];
  columns?: ListTableProps<Row, Sort>['columns'];
  /** In place of the table that the columns make. */
  grid?: ReactNode;
  heading: string;
  actions?: ReactNode;
  /** Below the heading. */
  intro?: ReactNode;
  /** The placeholder of the search; without it there is none. */
  search?: string;
  tabs?: ReactNode;
  /** After the search. */
  filters?: ReactNode;
  /** The name of its rows, to say how many of all there are or were found. */
  names?: { one: string; many: string };
  total?: number;
  found?: number | undefined;
  /** In place of that. */
  count?: string | undefined;
  /** In place of the count while rows are loading. */
  loading?: string;
  /** The parameters that filter it, beside the search. */
  narrowedBy?: readonly string[];
  beforeTable?: ReactNode;
  /** In place of its rows. */
  empty: Empty;
  /** The same of a list that is searched or filtered. */
  notFound?: string;
  page?: number;
  pages?: number;
  /** There are more pages than were counted. */
  isMore?: boolean;
  /** In place of the links between its pages. */
  pager?: ReactNode;
  /** After the list: dialogs, further cards. */
  children?: ReactNode;
};

/** A screen that is a list: heading, search, filters, count, table or what is said without rows, pages. */
export function ListScreen<Row extends { id: string | number }, Sort extends string = never>({
  items,
  columns = [],
  grid,
  heading,
  actions,
  intro,
  search,
  filters,
  tabs,
  names,
  total,
  found = total,
  count,
  loading,
  narrowedBy,
  beforeTable,
  empty,
  notFound,
  page = 1,
  pages = 1,
  isMore = false,
  pager = <Pager page={page} pages={pages} isMore={isMore} />,
  children,
  ...table
}: ListScreenProps<Row, Sort>) {
  const isLoading = useIsLoading();
  const isSearch = isNarrowed(useSearchParams()[0], narrowedBy);
  const counted = count ?? countText(found, total, names, isSearch);
  const said = isSearch && notFound !== undefined ? { title: notFound } : empty;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {heading}
        </h1>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {intro}
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {tabs}
        {search !== undefined && <SearchBox placeholder={search} />}
        {filters}
        {counted !== null && (
          <output className="ml-auto text-ink-soft tabular-nums">
            {isLoading && loading !== undefined ? loading : counted}
          </output>
        )}
      </div>
      {items.length > 0 ? (
        <div>
          {beforeTable}
          {grid ?? <ListTable {...table} columns={columns} rows={items} isLoading={isLoading} />}
        </div>
      ) : (
        <EmptyList {...said} />
      )}
      {pager}
      {children}
    </div>
  );
}

type Empty = { title: string; text?: string | null | undefined; action?: ReactNode };

function EmptyList({ title, text, action }: Empty) {
  return (
    <div className="grid justify-items-center gap-1 rounded-lg border border-dashed border-line-strong px-4 py-16 text-center">
      <p className="text-base font-semibold">{title}</p>
      {text && <p className="max-w-prose text-ink-soft">{text}</p>}
      {action}
    </div>
  );
}

/** Links between views of a list. */
export function LinkTabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly (readonly [name: string, to: string])[];
  /** The name of the one that is shown; default: the one with the address of the screen. */
  current?: string | undefined;
}) {
  const { pathname } = useLocation();
  const shown = current ?? tabs.find(([, to]) => to === pathname)?.[0];
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {tabs.map(([name, to]) => (
        <Link
          key={to}
          to={to}
          aria-current={name === shown ? 'page' : undefined}
          className={buttonClass('quiet', 'aria-[current=page]:bg-sunken aria-[current=page]:text-ink')}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** `12 tags total`; `1 of 12 tags total` when some were searched for. */
function countText(
  found: number | undefined,
  total: number | undefined,
  names: { one: string; many: string } | undefined,
  isSearch: boolean,
) {
  if (!names || total === undefined || found === undefined) return null;
  const part = isSearch ? `${found.toLocaleString('en-US')} of ` : '';
  return `${part}${total.toLocaleString('en-US')} ${total === 1 ? names.one : names.many} total`;
}

/** True if the screen shown is being loaded again or with another query. */
export function useIsLoading(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname === pathname;
}
