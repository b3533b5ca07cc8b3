import type { Editor } from '@tiptap/core';

import { ChoiceMenu } from './choice-menu.tsx';
import { ControlButton, wordsClass } from './control.tsx';
import type { Control } from './controls.ts';
import { MoreTools } from './more-tools.tsx';
import { RovingToolbar } from './roving-toolbar.tsx';
import type { Tool } from './tool-groups.tsx';
import { useAfterPaint } from './use-after-paint.ts';

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
  const more = { name: 'More', icon: showMore, columns: 2 as const, choices: added };
  const tools: Tool[] = [...groups.flat(), ...(isNarrow ? added : [more])];
  const state = (now: Editor) => Object.fromEntries(tools.map((tool) => [tool.name, stateOf(tool, now)]));
  const [states, look] = useAfterPaint(editor, state);
  const show = (tool: Tool, words = false) => (
    <ToolButton key={tool.name} {...{ tool, editor, words }} state={states[tool.name]} onRun={look} />
  );
  const bar = { label: 'Formatting', onEscape: () => editor.commands.focus() };

  if (!isNarrow) {
    return (
      <RovingToolbar {...bar} className="look-sample flex flex-wrap items-center gap-x-3 gap-y-0.5 p-1">
        {groups.map((group) => (
          <div key={group[0]?.name} className="flex flex-wrap items-center gap-0.5">
            {group.map((tool) => show(tool))}
          </div>
        ))}
        {show(more)}
      </RovingToolbar>
    );
  }
  return (
    <RovingToolbar
      {...bar}
      className="look-sample flex items-center justify-between [&>button]:min-w-0! [&>button]:flex-auto"
    >
      {compact.flatMap((name) => tools.filter((tool) => tool.name === name)).map((tool) => show(tool))}
      <MoreTools>
        {tools.filter(({ name }) => !compact.includes(name)).map((tool) => show(tool, true))}
      </MoreTools>
    </RovingToolbar>
  );
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
  /** True if it shows its name. */
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
    const chosen = state?.chosen ?? null;
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
