import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Fragment, useRef, useState, type KeyboardEvent } from 'react';

import { controlGroups, type Control } from './controls.ts';

const controls = controlGroups.flat();

/**
 * The controls of the editor as one stop of the Tab key; arrows, Home and End move within (ARIA Authoring Practices,
 * toolbar pattern).
 */
export function Toolbar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) => controls.map((control) => stateOf(control, now)),
  });

  function moveFocus(event: KeyboardEvent) {
    const to = targetOf(event.key, current);
    if (to === null) return;
    event.preventDefault();
    setCurrent(to);
    bar.current?.querySelectorAll<HTMLButtonElement>('button')[to]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      tabIndex={-1}
      onKeyDown={moveFocus}
      className="sticky top-12 z-10 flex flex-wrap items-center gap-0.5 rounded-t-md border-b border-line bg-surface p-1"
    >
      {controlGroups.map((group, index) => (
        <Fragment key={group[0]?.name}>
          {index > 0 && <span className="mx-1 h-5 w-px bg-line" />}
          {group.map((control) => {
            const at = controls.indexOf(control);
            const state = states[at];
            return (
              <button
                key={control.name}
                type="button"
                aria-label={control.name}
                aria-pressed={control.isActive ? state?.isActive : undefined}
                aria-disabled={state?.canRun === false}
                aria-keyshortcuts={control.shortcut ? keysOf(control.shortcut) : undefined}
                title={control.shortcut ? `${control.name} (${shown(control.shortcut)})` : control.name}
                tabIndex={at === current ? 0 : -1}
                onFocus={() => setCurrent(at)}
                // The selection stays where it is: the press must not take the focus from the text.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  if (state?.canRun === false) return;
                  if (control.run) control.run(editor);
                  else onLink();
                }}
                className="inline-flex size-7 cursor-pointer items-center justify-center rounded-sm text-ink-soft hover:bg-sunken hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40 aria-pressed:bg-ink aria-pressed:text-paper"
              >
                <control.icon className="size-4" />
              </button>
            );
          })}
        </Fragment>
      ))}
    </div>
  );
}

function stateOf(control: Control, editor: Editor): { isActive: boolean; canRun: boolean } {
  return { isActive: control.isActive?.(editor) ?? false, canRun: control.canRun?.(editor) ?? true };
}

/** Where the key leads; null when it is not for the toolbar. */
function targetOf(key: string, current: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % controls.length;
  if (key === 'ArrowLeft') return (current - 1 + controls.length) % controls.length;
  if (key === 'Home') return 0;
  if (key === 'End') return controls.length - 1;
  return null;
}

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

function keysOf(shortcut: string): string {
  return shortcut.replace('Mod', isMac() ? 'Meta' : 'Control');
}

function shown(shortcut: string): string {
  return isMac()
    ? shortcut.replace('Mod', '⌘').replace('Alt', '⌥').replace('Shift', '⇧').replaceAll('+', '')
    : shortcut.replace('Mod', 'Ctrl');
}
