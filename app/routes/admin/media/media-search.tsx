import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

import { mediaLink, type MediaQuery } from './media-query.ts';

/** Milliseconds of quiet after the last letter before the server is asked. */
const typingPause = 220;

export function MediaSearch({ query }: { query: MediaQuery }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const own = useRef(new Set<string>());

  // Links may change the search under the box; what is being typed is never overwritten by its own echo.
  useEffect(() => {
    if (own.current.delete(query.search) || !input.current) return;
    input.current.value = query.search;
  }, [query.search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send() {
    clearTimeout(timer.current);
    const search = input.current?.value ?? '';
    if (search === query.search) return;
    own.current.add(search);
    void navigate(mediaLink(query, { search }), { replace: true, preventScrollReset: true });
  }

  return (
    <search className="relative w-full sm:w-72">
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-soft" />
      <input
        ref={input}
        type="search"
        aria-label="Search media..."
        placeholder="Search media..."
        autoComplete="off"
        maxLength={200}
        defaultValue={query.search}
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(send, typingPause);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send();
        }}
        className="h-8 w-full rounded-md border border-line-strong bg-surface pr-2.5 pl-8.5 text-base sm:text-sm"
      />
    </search>
  );
}
