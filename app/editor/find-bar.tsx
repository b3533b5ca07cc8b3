import type { Editor } from '@tiptap/core';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { Button, IconButton } from '#app/ui/button.tsx';
import { scrollToRange } from './caret-in-view.ts';
import { foundIn, maxMatches } from './find.ts';
import { useAfterPaint } from './use-after-paint.ts';

const field =
  'h-7 w-44 min-w-0 rounded-md border border-line-strong bg-surface px-2 text-base text-ink sm:text-sm';

/** Finds words in the text, and puts others in their place. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { query, setQuery, words, setWords, matchCase, setMatchCase, count, current, ...find } =
    useFind(editor);
  const input = useRef<HTMLInputElement>(null);
  // Not disabled for good: a button that loses the focus loses the keys as well.
  const isNothing = count === 0;

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
    return () => {
      if (!editor.isDestroyed) editor.commands.find('');
    };
  }, [editor]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault();
      find.go(event.shiftKey ? -1 : 1);
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and Enter come up from its fields and buttons; the region itself takes no key
    <div
      role="search"
      aria-label="Find in the text"
      onKeyDown={onKeyDown}
      className="flex flex-wrap items-center gap-1.5 border-t border-line p-1.5"
    >
      <input
        ref={input}
        type="text"
        aria-label="Find"
        placeholder="Find"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        className={field}
      />
      <output className="min-w-16 text-ink-soft tabular-nums">
        {query === ''
          ? ''
          : count === 0
            ? 'Not found'
            : `${current + 1} of ${count}${count === maxMatches ? '+' : ''}`}
      </output>
      <IconButton label="Previous match" aria-disabled={isNothing} onClick={() => find.go(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton label="Next match" aria-disabled={isNothing} onClick={() => find.go(1)}>
        <ArrowDown />
      </IconButton>
      <label className="flex cursor-pointer items-center gap-1.5 pr-2">
        <input
          type="checkbox"
          checked={matchCase}
          onChange={(event) => setMatchCase(event.currentTarget.checked)}
          className="size-4 accent-signal"
        />
        Match case
      </label>
      <input
        type="text"
        aria-label="Replace with"
        placeholder="Replace with"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        className={field}
      />
      <Button repeats aria-disabled={isNothing} onClick={find.replaceOne}>
        Replace
      </Button>
      <Button aria-disabled={isNothing} onClick={find.replaceAll}>
        Replace all
      </Button>
      <IconButton label="Close find" className="ml-auto" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}

/** What is looked for, how often it is there, and what comes in its place. */
function useFind(editor: Editor) {
  const [query, setQuery] = useState(() => selectedWords(editor));
  const [words, setWords] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const select = useCallback((now: Editor) => {
    const { matches, current } = foundIn(now.state);
    return { count: matches.length, current };
  }, []);
  const [{ count, current }, look] = useAfterPaint(editor, select);

  useEffect(() => {
    editor.commands.find(query, { matchCase });
    showMatch(editor);
    look();
  }, [editor, query, matchCase, look]);

  function go(step: 1 | -1 | 0) {
    editor.commands.goToMatch(step);
    showMatch(editor);
    look();
  }

  function replaceOne() {
    if (count === 0) return;
    editor.chain().replaceMatch(words).run();
    // The next place has taken the number of the one that is gone, unless the new words are found as well.
    const isFoundAgain = (matchCase ? words : words.toLowerCase()).includes(
      matchCase ? query : query.toLowerCase(),
    );
    go(isFoundAgain ? 1 : 0);
  }

  function replaceAll() {
    editor.commands.replaceAllMatches(words);
    look();
  }

  return {
    query, setQuery, words, setWords, matchCase, setMatchCase, count, current, go, replaceOne, replaceAll,
  }; // prettier-ignore
}

/** The focus is in the bar, so the editor does not scroll by itself. */
function showMatch(editor: Editor) {
  const { matches, current } = foundIn(editor.state);
  const match = matches[current];
  if (match) scrollToRange(editor, match.from, match.to);
}

/** The words that are selected, if they are few enough to look for. */
function selectedWords(editor: Editor): string {
  const { from, to } = editor.state.selection;
  return to - from > 100 ? '' : editor.state.doc.textBetween(from, to, '');
}
