import type { ReactNode } from 'react';

import type { ComparedBlocks } from '#domain/html/compare-bodies.ts';
import { AttributeList } from './attribute-list.tsx';
import { WordRuns } from './word-runs.tsx';
import '#app/blocks.css';
import '#app/prose.css';
import '#app/editor/editor.css';

/** Two bodies as they look, with what changed between them marked; of what is the same only the ends. */
export function ComparedBody({ compared }: { compared: readonly ComparedBlocks[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {compared.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part has no id besides its position
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

function Part({ part }: { part: ComparedBlocks }) {
  if (part.kind === 'words') {
    return (
      <Marked
        label="Changed"
        className="border-line-strong text-base leading-relaxed [&>p:last-child]:max-w-[44rem]"
      >
        <WordRuns one={part.one} other={part.other} />
      </Marked>
    );
  }
  if (part.kind === 'attributes') return <AttributeList changes={part.changes} />;
  const { kind, blocks } = part;
  if (kind === 'removed' || kind === 'added') {
    const looks = kind === 'removed' ? 'border-danger bg-danger/8' : 'border-ok bg-ok/8';
    const Element = kind === 'removed' ? 'del' : 'ins';
    return (
      <Marked label={kind === 'removed' ? 'Removed' : 'Added'} className={looks}>
        <Element className="block no-underline">
          <Blocks html={blocks.join('')} />
        </Element>
      </Marked>
    );
  }
  if (blocks.length < 4) return <Blocks html={blocks.join('')} />;
  return (
    <>
      <Blocks html={blocks[0] ?? ''} />
      <details>
        <summary className="cursor-pointer text-ink-soft">{blocks.length - 2} unchanged blocks</summary>
        <Blocks html={blocks.slice(1, -1).join('')} />
      </details>
      <Blocks html={blocks.at(-1) ?? ''} />
    </>
  );
}

function Marked({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-1 border-s-4 py-1 ps-3 ${className}`}>
      <p className="text-xs font-semibold text-ink-soft">{label}</p>
      {children}
    </div>
  );
}

/** @param html cleaned by the server */
function Blocks({ html }: { html: string }) {
  return (
    <div
      dir="auto"
      // Wide content can be scrolled with the keyboard.
      {...(['<pre', '<table'].some((tag) => html.includes(tag)) && { role: 'group', tabIndex: 0 })}
      className="rich-text min-h-0 overflow-x-auto p-0 [&_:is(pre,table)]:overflow-visible [&_pre]:w-fit [&_pre]:max-w-none [&_img]:max-h-80 [&_img]:w-auto [&>:last-child]:mb-0"
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
