import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { useCallback, useLayoutEffect, useRef } from 'react';

import { barAt } from '../caret-in-view.ts';
import { ControlButton } from './control.tsx';
import type { Control } from './controls.ts';
import { RovingToolbar } from './roving-toolbar.tsx';
import { useAfterPaint } from './use-after-paint.ts';

/** Pixels: clear of the handles of the selection. */
const distance = 28;

/** The most used tools beside selected words. */
export function SelectionBubble({
  editor,
  controls,
  isNarrow,
}: {
  editor: Editor;
  controls: readonly Control[];
  isNarrow: boolean;
}) {
  const bubble = useRef<HTMLDivElement>(null);
  const select = useCallback(
    (now: Editor) => {
      const { selection } = now.state;
      if (!(selection instanceof TextSelection) || selection.empty || !now.isFocused) return null;
      if (now.isActive('codeBlock')) return null;
      const { from, to } = selection;
      return { from, to, active: controls.map(({ isActive }) => isActive?.(now) ?? false) };
    },
    [controls],
  );
  const [shown, look] = useAfterPaint(editor, select);
  useLayoutEffect(() => {
    if (shown && bubble.current) place(bubble.current, editor, isNarrow);
  });
  if (shown === null) return null;
  return (
    // Not while the mouse draws the selection.
    <div
      ref={bubble}
      className="absolute z-10 rounded-md border border-line-strong bg-surface shadow-lg [:has(>*>.rich-text:active)>&]:invisible"
    >
      <RovingToolbar label="Selection" className="flex items-center" onEscape={() => editor.commands.focus()}>
        {controls.map((control, index) => (
          <ControlButton
            key={control.name}
            name={control.name}
            shortcut={control.shortcut}
            aria-pressed={shown.active[index]}
            onClick={() => {
              control.run(editor);
              look();
            }}
          >
            <control.icon />
          </ControlButton>
        ))}
      </RovingToolbar>
    </div>
  );
}

/** Above the selection, on a phone below it; on the other side where a bar would cover the bubble. */
function place(bubble: HTMLElement, editor: Editor, isNarrow: boolean) {
  const { view } = editor;
  // The selection as it is now: what is shown may be of a text that has been typed over since.
  const { from, to } = view.state.selection;
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const frame = view.dom.getBoundingClientRect();
  const start = barAt(editor, 'top')?.bottom ?? 0;
  const end = barAt(editor, 'bottom')?.top ?? window.innerHeight;
  const [first, last] = [view.coordsAtPos(from), view.coordsAtPos(to)];
  const above = first.top - height - 8;
  const below = last.bottom + (isNarrow ? distance : 8);
  const places = isNarrow ? [below, above] : [above, below];
  const top = places.find((one) => one >= start && one + height <= end) ?? start + 8;
  const left = (isNarrow ? last.left : first.left) - frame.left - width / 2;
  bubble.style.left = `${Math.max(8, Math.min(left, frame.width - width - 8))}px`;
  bubble.style.top = `${top - frame.top}px`;
}
