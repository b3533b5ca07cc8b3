import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { Link } from 'lucide-react';
import { useCallback } from 'react';

import { ControlButton } from './control.tsx';
import { headings, marks } from './controls.ts';
import { RovingToolbar } from './roving-toolbar.tsx';
import { useAfterPaint } from './use-after-paint.ts';

const [, heading2] = headings;
const offered = [...marks.slice(0, 2), ...(heading2 ? [heading2] : [])];

/** Pixels: clear of the handles of the selection, and the height of the bubble. */
const distance = 28;
const height = 48;

/** The most used tools beside selected words. */
export function SelectionBubble({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const select = useCallback((now: Editor) => {
    const { selection } = now.state;
    if (!(selection instanceof TextSelection) || selection.empty || !now.isFocused) return null;
    if (now.isActive('codeBlock')) return null;
    const frame = now.view.dom.getBoundingClientRect();
    const { left, bottom } = now.view.coordsAtPos(selection.to);
    const width = 200;
    return {
      left: Math.round(Math.max(8, Math.min(left - frame.left - width / 2, frame.width - width - 8))),
      top: Math.round(topFor(now, bottom) - frame.top),
      active: offered.map(({ isActive }) => isActive?.(now) ?? false),
    };
  }, []);
  const [shown, look] = useAfterPaint(editor, select);
  if (shown === null) return null;
  return (
    <div
      ref={(element) => {
        element?.style.setProperty('left', `${shown.left}px`);
        element?.style.setProperty('top', `${shown.top}px`);
      }}
      className="absolute z-10 rounded-md border border-line-strong bg-surface shadow-lg"
    >
      <RovingToolbar label="Selection" className="flex items-center" onEscape={() => editor.commands.focus()}>
        {offered.map((control, index) => (
          <ControlButton
            key={control.name}
            name={control.name}
            aria-pressed={shown.active[index]}
            onClick={() => {
              control.run(editor);
              editor.view.focus();
              look();
            }}
          >
            <control.icon />
          </ControlButton>
        ))}
        <ControlButton name="Link" onClick={onLink}>
          <Link />
        </ControlButton>
      </RovingToolbar>
    </div>
  );
}

/** Below the selection, or above it where the bar at the bottom would cover the bubble. */
function topFor({ view, state }: Editor, bottom: number): number {
  const bar = view.dom.closest('[data-editor-frame]')?.querySelector('[data-editor-bar="bottom"]');
  const end = bar?.getBoundingClientRect().top ?? window.innerHeight;
  if (bottom + distance + height <= end) return bottom + distance;
  return view.coordsAtPos(state.selection.from).top - height - 8;
}
