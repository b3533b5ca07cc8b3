import type { Editor } from '@tiptap/core';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ChoiceMenu } from './choice-menu.tsx';
import { ControlButton, wordsClass } from './control.tsx';
import type { Control } from './controls.ts';
import { RovingToolbar } from './roving-toolbar.tsx';
import type { Tool } from './tool-groups.tsx';
import { useAfterPaint } from './use-after-paint.ts';
import { Ellipsis } from 'lucide-react';

/** Names of the tools that a phone shows at once; the others are in a sheet. */
const compact: readonly string[] = ['Bold', 'Italic', 'Link', 'Image', 'Heading 2', 'Bullet list', 'Undo'];

export function Toolbar({
  editor,
  groups,
  added,
  isNarrow,
}: {
  editor: Editor;
  groups: readonly Tool[][];
  /** Controls that a menu holds beside them, and on a phone the sheet. */
  added: readonly (Control & { group: string })[];
  isNarrow: boolean;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const width = useWidth(bar);
  const { shown, rest } = fit(groups, width);
  const more = { name: 'More', icon: showMore, columns: 2 as const, choices: [...rest, ...added] };
  const tools: Tool[] = isNarrow
    ? [...groups.flat().flatMap((tool): readonly Tool[] => controlsOf(tool) ?? [tool]), ...added]
    : [...shown.flat(), more];
  const state = (now: Editor) => Object.fromEntries(tools.map((tool) => [tool.name, stateOf(tool, now)]));
  const [states, look] = useAfterPaint(editor, state);
  const show = (tool: Tool, words = false) => (
    <ToolButton key={tool.name} {...{ tool, editor, words }} state={states[tool.name]} onRun={look} />
  );
  const common = { label: 'Formatting', onEscape: () => editor.commands.focus() };

  if (!isNarrow) {
    return (
      <div ref={bar}>
        <RovingToolbar
          {...common}
          className="look-sample flex h-10 items-center gap-x-2 overflow-hidden px-1"
        >
          {shown.map((group) => (
            <div key={group[0]?.name} className="flex shrink-0 items-center">
              {group.map((tool) => show(tool))}
            </div>
          ))}
          {show(more)}
        </RovingToolbar>
      </div>
    );
  }
  return (
    <RovingToolbar
      {...common}
      className="look-sample flex items-center justify-between [&>button]:min-w-0! [&>button]:flex-auto"
    >
      {compact.flatMap((name) => tools.filter((tool) => tool.name === name)).map((tool) => show(tool))}
      <MoreTools>
        {tools.filter(({ name }) => !compact.includes(name)).map((tool) => show(tool, true))}
      </MoreTools>
    </RovingToolbar>
  );
}

/** In CSS pixels: of a button, of one that opens a menu, of More with the padding of the bar, and between groups. */
const widths = { button: 28, menu: 40, more: 76, gap: 8 };

const controlsOf = (tool: Tool) => ('choices' in tool ? tool.controls : undefined);

/** The tools for which one row has room, and the rest as entries of More, in the same order. */
function fit(groups: readonly Tool[][], width: number): { shown: Tool[][]; rest: Control[] } {
  let room = width - widths.more;
  let isFull = false;
  const shown = groups.map((group) => {
    room -= widths.gap;
    return group.filter((tool) => {
      room -= 'choices' in tool ? widths.menu : widths.button;
      isFull ||= room < 0;
      // A menu of styles has no entry of its own in More.
      return !isFull || ('choices' in tool && tool.controls === undefined);
    });
  });
  const left = groups.flat().filter((tool) => !shown.flat().includes(tool));
  return {
    shown: shown.filter((group) => group.length > 0),
    rest: left.flatMap((tool) => ('choices' in tool ? (tool.controls ?? []) : [tool])),
  };
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const showMore = () => <span className="px-1">More</span>;

function ToolButton({
  tool,
  state,
  editor,
  words,
  onRun,
}: {
  tool: Tool;
  state: ToolState | undefined;
  editor: Editor;
  words: boolean;
  onRun: () => void;
}) {
  /** The focus is in the text before the next key is. */
  function run(step: (editor: Editor) => void) {
    step(editor);
    editor.view.focus();
    onRun();
  }

  if ('choices' in tool) {
    const chosen = state?.chosen ?? tool.choices.find((_, index) => state?.isActive[index])?.name ?? null;
    const choices = tool.choices.map((choice, index) => ({
      ...choice,
      canRun: state?.canRun[index] ?? true,
      isOn: state?.isActive[index],
      ...(choice.value === undefined ? {} : { isChosen: choice.value === chosen }),
      choose: () => run(choice.run),
    }));
    return (
      <ChoiceMenu name={tool.name} columns={tool.columns ?? 1} choices={choices} words={words}>
        {tool.icon(chosen)}
      </ChoiceMenu>
    );
  }
  return (
    <ControlButton
      name={tool.name}
      shortcut={tool.shortcut}
      aria-pressed={state?.isActive[0]}
      canRun={state?.canRun[0] ?? true}
      onClick={() => run(tool.run)}
      className={words ? wordsClass : ''}
    >
      <tool.icon />
      {words && tool.name}
    </ControlButton>
  );
}

type ToolState = ReturnType<typeof stateOf>;

function stateOf(tool: Tool, editor: Editor) {
  const controls = 'choices' in tool ? tool.choices : [tool];
  return {
    isActive: controls.map(({ isActive }) => isActive?.(editor)),
    canRun: controls.map(({ canRun }) => canRun?.(editor) ?? true),
    chosen: 'choices' in tool ? (tool.chosen?.(editor) ?? null) : null,
  };
}

/** A button that opens a sheet with further tools, at the bottom of the screen and above its keyboard. */
function MoreTools({ children }: { children: ReactNode }) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  // The focus stays in the text, and with it the keyboard on the screen.
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || sheet.current?.querySelector(':popover-open')) return;
      event.preventDefault();
      event.stopPropagation();
      sheet.current?.hidePopover();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isOpen]);

  return (
    <>
      <ControlButton name="More formatting" popoverTarget={id} aria-expanded={isOpen}>
        <Ellipsis />
      </ControlButton>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- clicks come up from its buttons; the sheet itself takes none */}
      <div
        ref={sheet}
        id={id}
        popover="auto"
        role="group"
        aria-label="More formatting"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        onClick={closeAfterTool}
        className="fixed inset-x-0 top-auto bottom-[var(--keyboard-inset,0px)] m-0 max-h-[60vh] w-full overflow-y-auto rounded-t-lg border-t border-line-strong bg-surface p-2 shadow-lg open:grid open:grid-cols-2 open:gap-x-2"
      >
        {children}
      </div>
    </>
  );
}

/** A tool that has done its work closes the sheet; one that opens a menu does not. */
function closeAfterTool({ target, currentTarget }: MouseEvent<HTMLDivElement>) {
  const tool = target instanceof Element ? target.closest('button') : null;
  if (tool && tool.ariaHasPopup === null) currentTarget.hidePopover();
}
