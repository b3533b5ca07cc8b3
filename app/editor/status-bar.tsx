import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useState } from 'react';

import { countWords, readMinutes } from '#domain/html/count-words.ts';

/** Milliseconds without a key before the words are counted again. */
const pause = 300;

/** Below the text: how long it is, and what just happened. */
export function StatusBar({
  editor,
  notice,
}: {
  editor: Editor;
  /** The latest event, said once. */
  notice: string;
}) {
  const words = useWordCount(editor);

  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-2 py-1 text-ink-soft max-sm:min-h-7 max-sm:py-0">
      <span className="px-1 tabular-nums">
        {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'} · {readMinutes(words)} min read
      </span>
      <output className="min-w-0 flex-1 truncate" title={notice}>
        {notice}
      </output>
    </div>
  );
}

function useWordCount(editor: Editor): number {
  const [count] = useState(createWordCounter);
  const [words, setWords] = useState(() => count(editor.state.doc));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setWords(count(editor.state.doc)), pause);
    };
    editor.on('update', note);
    return () => {
      clearTimeout(timer);
      editor.off('update', note);
    };
  }, [editor, count]);

  return words;
}

/** Counts the words of a document; of a long one only what changed since the last time. */
function createWordCounter(): (doc: Node) => number {
  const counted = new WeakMap<Node, number>();
  return (doc) => {
    let sum = 0;
    doc.forEach((node) => {
      let count = counted.get(node);
      if (count === undefined) {
        count = countWords(node.textBetween(0, node.content.size, '\n', ' '));
        counted.set(node, count);
      }
      sum += count;
    });
    return sum;
  };
}
