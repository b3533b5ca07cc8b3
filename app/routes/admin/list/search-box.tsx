import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Form } from 'react-router';

import { useLatest } from '#app/ui/use-latest.ts';
import { useDebounced } from '../hooks/use-debounced.ts';
import { useChangeList, useListParams } from './use-list-params.ts';
import { useIsLeaving } from '../hooks/use-is-leaving.ts';

/**
 * The search of a list, kept in its address as `q`. Without script it is a plain form; with it the list follows the
 * typing. What else the address says stays, except for the page.
 */
export function SearchBox({ placeholder }: { placeholder: string }) {
  const params = useListParams();
  const change = useChangeList();
  const isLeaving = useIsLeaving();
  const search = params.get('q') ?? '';
  const input = useRef<HTMLInputElement>(null);
  const { afterTyping, postpone, cancel } = useDebounced();
  const asked = useRef(search);

  // Links may change the search under the box; what is being typed is never overwritten by its own echo.
  useEffect(() => {
    if (search === asked.current || !input.current) return;
    asked.current = search;
    input.current.value = search;
  }, [search]);

  function send() {
    cancel();
    // The screen is on its way out: a search would call its successor back.
    if (isLeaving) return;
    const wanted = input.current?.value.trim() ?? '';
    if (wanted === asked.current.trim()) return;
    asked.current = wanted;
    change({ q: wanted });
  }
  const latest = useLatest(send);

  useLinkFirst(postpone);

  return (
    <search className="w-full sm:w-72">
      <Form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-soft" />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={placeholder}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={200}
          defaultValue={search}
          onChange={() => afterTyping(() => latest.current())}
          className="h-8 w-full rounded-md border border-line-strong bg-surface pr-2.5 pl-8.5 text-base sm:text-sm"
        />
        {[...params]
          .filter(([name]) => name !== 'q' && name !== 'page')
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
      </Form>
    </search>
  );
}

/** A link pressed meanwhile goes first: the search waits until it is known where that leads. */
function useLinkFirst(postpone: () => void) {
  useEffect(() => {
    const onPress = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href]')) postpone();
    };
    document.addEventListener('click', onPress, { capture: true });
    return () => document.removeEventListener('click', onPress, { capture: true });
  }, [postpone]);
}
