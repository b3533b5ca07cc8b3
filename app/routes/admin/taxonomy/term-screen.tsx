import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams, href } from 'react-router';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { Button } from '#app/ui/button.tsx';
import { Pager } from '../list/pager.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { usePreloadedRoute } from '../hooks/use-preloaded-route.ts';
import { useIsLoading } from '../hooks/use-is-loading.ts';
import { DeleteTermDialog } from './delete-term-dialog.tsx';
import { MergeTermDialog } from './merge-term-dialog.tsx';
import { TermDialog } from './term-dialog.tsx';
import { TermTable, type TermTableRow } from './term-table.tsx';
import { termWords } from './term-messages.ts';

type Asking = { for: 'new' } | { for: 'edit' | 'delete' | 'merge'; term: TermTableRow };

/** Categories or tags: a table, its search, and what can be done to a row. */
export function TermScreen({
  kind,
  terms,
  page,
  pages,
  total,
}: {
  kind: TermKind;
  terms: readonly TermTableRow[];
  page: number;
  pages: number;
  total: number;
}) {
  usePreloadedRoute(href('/admin/merge-targets'));
  const words = termWords[kind];
  const [params] = useSearchParams();
  const isLoading = useIsLoading(words.path);
  const isSearch = (params.get('q') ?? '').trim() !== '';
  const [asking, setAsking] = useState<Asking | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setAsking(null);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {words.heading}
        </h1>
        <Button variant="primary" onClick={() => setAsking({ for: 'new' })}>
          <Plus />
          {words.create}
        </Button>
      </header>

      <div className="flex flex-wrap items-center gap-2">
        <SearchBox placeholder={words.search} />
        <output className="ml-auto text-ink-soft tabular-nums">
          {isLoading
            ? 'Loading...'
            : `${total.toLocaleString('en-US')} ${total === 1 ? words.one : words.many} ${isSearch ? 'found' : 'total'}`}
        </output>
      </div>

      {terms.length > 0 ? (
        <TermTable
          kind={kind}
          terms={terms}
          isLoading={isLoading}
          onAsk={(what, term) => setAsking({ for: what, term })}
        />
      ) : (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-16 text-center text-base font-semibold">
          {words.none}
        </p>
      )}
      <Pager page={page} pages={pages} />

      {asking?.for === 'new' && <TermDialog kind={kind} term={null} onClose={close} />}
      {asking?.for === 'edit' && <TermDialog kind={kind} term={asking.term} onClose={close} />}
      {asking?.for === 'delete' && (
        <DeleteTermDialog
          kind={kind}
          term={asking.term}
          onClose={close}
          onDone={() => {
            close();
            heading.current?.focus();
          }}
        />
      )}
      {asking?.for === 'merge' && (
        <MergeTermDialog
          kind={kind}
          term={asking.term}
          onClose={close}
          onDone={() => {
            close();
            heading.current?.focus();
          }}
        />
      )}
    </div>
  );
}
