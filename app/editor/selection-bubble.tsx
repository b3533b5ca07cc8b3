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

/** Below selected words, where a thumb is: what is done with them most. */
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
      // Clear of the handles of the selection.
      top: Math.round(bottom - frame.top + 28),
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
