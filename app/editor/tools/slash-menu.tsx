import type { Editor } from '@tiptap/core';
import { useEffect, useId, useRef, useState } from 'react';

import { visibleSpan, type Span } from '../caret-in-view.ts';
import { shownKeys } from './control.tsx';
import type { Control } from './controls.ts';
import { aliases, type ControlGroup } from './insert-controls.ts';

/** `line` is where the slash stands, in CSS pixels from the top of the editor's frame. */
type Open = { from: number; to: number; query: string; left: number; line: Span };

/** Pixels between the menu and its line. */
const gap = 4;

/**
 * The menu of `/` at the beginning of a word: everything that can be put into the text, in groups, or found by what it
 * is called here and elsewhere. The focus stays in the text; arrows, Enter and Escape are the menu's while it is open.
 */
export function useSlashMenu(editor: Editor, groups: ControlGroup[]) {
  const id = useId();
  const { open, setOpen, chosen, setChosen, dismiss } = useOpenSlash(editor);
  const shown = open ? found(groups, open.query, editor) : [];
  const items = shown.flatMap(({ controls }) => controls);
  const isShown = items.length > 0;
  const current = items[Math.min(chosen, items.length - 1)];

  // The text is the field of this list: it says which of its lines the keys are at.
  useEffect(() => {
    const text = editor.view.dom;
    if (!isShown || !current) return;
    text.setAttribute('aria-controls', id);
    text.setAttribute('aria-activedescendant', `${id}-${current.name}`);
    return () => {
      text.removeAttribute('aria-controls');
      text.removeAttribute('aria-activedescendant');
    };
  }, [editor, id, isShown, current]);

  function choose(item: Control) {
    // As the text is now: what is shown may be a key behind.
    const written = slashAt(editor);
    setOpen(null);
    if (!written) return;
    editor.chain().focus().deleteRange({ from: written.from, to: written.to }).run();
    item.run(editor);
  }

  function onKey(event: KeyboardEvent) {
    if (!isShown || !open || !current) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setChosen((at) => (Math.min(at, items.length - 1) + step + items.length) % items.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(current);
    else if (event.key === 'Escape') dismiss();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const menu = open !== null && isShown && (
    <div
      ref={(element) => {
        element?.style.setProperty('left', `${open.left}px`);
        element?.style.setProperty('top', `${topFor(element, open.line)}px`);
      }}
      id={id}
      role="listbox"
      aria-label="Insert"
      className="absolute z-20 max-h-80 w-64 overflow-y-auto rounded-md border border-line-strong bg-surface p-1 shadow-lg"
    >
      {shown.map(({ label, controls }) => (
        <div key={label} role="group" aria-label={label}>
          {open.query === '' && (
            <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-semibold text-ink-soft">
              {label}
            </p>
          )}
          {controls.map((item) => (
            <Entry
              key={item.name}
              id={`${id}-${item.name}`}
              item={item}
              isCurrent={item === current}
              onChoose={() => choose(item)}
            />
          ))}
        </div>
      ))}
    </div>
  );

  return { menu, onKey };
}

type EntryProps = { id: string; item: Control; isCurrent: boolean; onChoose: () => void };

function Entry({ id, item, isCurrent, onChoose }: EntryProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text has the focus and takes the keys
    <div
      ref={(element) => {
        if (isCurrent) element?.scrollIntoView({ block: 'nearest' });
      }}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-8 max-sm:min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-2 hover:bg-sunken aria-selected:bg-sunken [&_svg]:size-4 [&_svg]:text-ink-soft"
    >
      <item.icon />
      <span className="mr-auto">{item.name}</span>
      {item.shortcut !== undefined && (
        <kbd aria-hidden="true" className="font-sans text-xs text-ink-soft max-sm:hidden">
          {shownKeys(item.shortcut)}
        </kbd>
      )}
    </div>
  );
}

/** Which `/` is being written, and which of its entries is chosen. */
function useOpenSlash(editor: Editor) {
  const [open, setOpen] = useState<Open | null>(null);
  const [chosen, setChosen] = useState(0);
  const dismissedAt = useRef<number | null>(null);

  useEffect(() => {
    const note = () => {
      const next = editor.isFocused ? slashAt(editor) : null;
      if (next === null) dismissedAt.current = null;
      const isDismissed = next !== null && dismissedAt.current === next.from;
      setOpen((before) => {
        if (isDismissed || next === null) return null;
        if (before?.query !== next.query) setChosen(0);
        return next;
      });
    };
    const close = () => setOpen(null);
    editor.on('transaction', note);
    editor.on('blur', close);
    return () => {
      editor.off('transaction', note);
      editor.off('blur', close);
    };
  }, [editor]);

  function dismiss() {
    dismissedAt.current = open?.from ?? null;
    setOpen(null);
  }

  return { open, setOpen, chosen, setChosen, dismiss };
}

/** The `/` that is being written, with what follows it, and where its menu belongs in the editor's frame. */
function slashAt(editor: Editor): Open | null {
  const { selection } = editor.state;
  const { $from } = selection;
  if (!selection.empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  const { parentOffset } = $from;
  const before = $from.parent.textBetween(Math.max(0, parentOffset - 30), parentOffset, undefined, ' ');
  const match = /(?:^|\s)\/([\p{L}\d ]{0,20})$/u.exec(before);
  if (!match || editor.isActive('code')) return null;
  const query = match[1] ?? '';
  const from = $from.pos - query.length - 1;
  const frame = editor.view.dom.parentElement?.getBoundingClientRect();
  const caret = editor.view.coordsAtPos(from);
  return {
    from,
    to: $from.pos,
    query,
    left: Math.max(0, Math.min(caret.left - (frame?.left ?? 0), (frame?.width ?? 0) - 250)),
    line: { top: caret.top - (frame?.top ?? 0), bottom: caret.bottom - (frame?.top ?? 0) },
  };
}

/** Below the line, or above it where the window has no room below and more above. */
function topFor(menu: HTMLElement, line: Span): number {
  const height = menu.offsetHeight + gap;
  const frame = menu.offsetParent?.getBoundingClientRect().top ?? 0;
  const window = visibleSpan();
  const below = window.bottom - (frame + line.bottom);
  const above = frame + line.top - window.top;
  return below < height && above > below ? line.top - height : line.bottom + gap;
}

/** The groups, or one of what the query finds: by its name first, then by what it is called elsewhere. */
function found(groups: ControlGroup[], query: string, editor: Editor): ControlGroup[] {
  const possible = groups.map(({ label, controls }) => ({
    label,
    controls: controls.filter(({ canRun }) => canRun?.(editor) !== false),
  }));
  if (query === '') return possible.filter(({ controls }) => controls.length > 0);
  const all = possible.flatMap(({ controls }) => controls);
  return [{ label: 'Found', controls: findControls(all, query) }];
}

/** Those whose name has the words of the query, then those that are called so elsewhere. */
export function findControls(controls: readonly Control[], query: string): Control[] {
  const wanted = query.toLowerCase().split(' ');
  const has = (words: string) =>
    wanted.every((part) => words.split(' ').some((word) => word.startsWith(part)));
  const named = controls.filter(({ name }) => has(nameOf(name)));
  const called = controls.filter(({ name }) => has(`${nameOf(name)} ${aliases[name] ?? ''}`));
  return [...new Set([...named, ...called])];
}

/** Also as one word. */
function nameOf(name: string): string {
  return `${name} ${name.replaceAll(' ', '')}`.toLowerCase();
}
