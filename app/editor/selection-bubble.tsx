import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { useCallback, useLayoutEffect, useRef } from 'react';

import { ControlButton } from './control.tsx';
import type { Control } from './controls.ts';
import { RovingToolbar } from './roving-toolbar.tsx';
import { useAfterPaint } from './use-after-paint.ts';

/** Pixels: clear of the handles of the selection. */
const distance = 28;

/** The most used tools beside selected words. */
export function SelectionBubble({ editor, controls }: { editor: Editor; controls: readonly Control[] }) {
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
    if (shown && bubble.current) place(bubble.current, editor, shown);
  }, [editor, shown]);
  if (shown === null) return null;
  return (
    <div ref={bubble} className="absolute z-10 rounded-md border border-line-strong bg-surface shadow-lg">
      <RovingToolbar label="Selection" className="flex items-center" onEscape={() => editor.commands.focus()}>
        {controls.map((control, index) => (
          <ControlButton
            key={control.name}
            name={control.name}
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

/** Below the selection, or above it where the bar at the bottom would cover the bubble. */
function place(bubble: HTMLElement, { view }: Editor, { from, to }: { from: number; to: number }) {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const frame = view.dom.getBoundingClientRect();
  const { left, bottom } = view.coordsAtPos(to);
  const bar = view.dom.closest('[data-editor-frame]')?.querySelector('[data-editor-bar="bottom"]');
  const end = bar?.getBoundingClientRect().top ?? window.innerHeight;
  const below = bottom + distance;
  const top = below + height <= end ? below : view.coordsAtPos(from).top - height - 8;
  bubble.style.left = `${Math.max(8, Math.min(left - frame.left - width / 2, frame.width - width - 8))}px`;
  bubble.style.top = `${top - frame.top}px`;
}
