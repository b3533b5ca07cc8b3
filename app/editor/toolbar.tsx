import type { Editor } from '@tiptap/core';
import { useCallback, type Ref } from 'react';

import { ChoiceMenu } from './choice-menu.tsx';
import { ControlButton } from './control.tsx';
import { MoreTools } from './more-tools.tsx';
import { RovingToolbar } from './roving-toolbar.tsx';
import type { Tool } from './tool-groups.tsx';
import { useAfterPaint } from './use-after-paint.ts';

type ToolState = { isActive?: boolean | undefined; chosen?: string | null | undefined; canRun: boolean[] };

/** Names of the tools that a phone shows at once; the others are in a sheet. */
const compact: readonly string[] = ['Bold', 'Italic', 'Link', 'Image', 'Heading 2', 'Bullet list', 'Undo'];

export function Toolbar({
  ref,
  editor,
  groups,
  isNarrow,
}: {
  ref: Ref<HTMLDivElement>;
  editor: Editor;
  groups: readonly Tool[][];
  isNarrow: boolean;
}) {
  const tools = groups.flat();
  const select = useCallback(
    (now: Editor) => Object.fromEntries(groups.flat().map((tool) => [tool.name, stateOf(tool, now)])),
    [groups],
  );
  const [state, look] = useAfterPaint(editor, select);
  const show = (tool: Tool) => (
    <ToolButton key={tool.name} tool={tool} state={state[tool.name]} editor={editor} onRun={look} />
  );
  const bar = { ref, label: 'Formatting', onEscape: () => editor.commands.focus() };

  if (!isNarrow) {
    return (
      <RovingToolbar {...bar} className="look-sample flex flex-wrap items-center gap-x-3 gap-y-0.5 p-1">
        {groups.map((group) => (
          <div key={group[0]?.name} className="flex flex-wrap items-center gap-0.5">
            {group.map(show)}
          </div>
        ))}
      </RovingToolbar>
    );
  }
  return (
    <RovingToolbar
      {...bar}
      className="look-sample flex items-center justify-between [&>button]:min-w-0! [&>button]:flex-auto"
    >
      {compact.flatMap((name) => tools.filter((tool) => tool.name === name)).map(show)}
      <MoreTools>
        {groups.map((group) => (
          <div key={group[0]?.name} className="flex flex-wrap">
            {group.filter(({ name }) => !compact.includes(name)).map(show)}
          </div>
        ))}
      </MoreTools>
    </RovingToolbar>
  );
}

function ToolButton({
  tool,
  state,
  editor,
  onRun,
}: {
  tool: Tool;
  state: ToolState | undefined;
  editor: Editor;
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
      ...(choice.value === undefined ? {} : { isChosen: choice.value === chosen }),
      choose: () => run(choice.run),
    }));
    return (
      <ChoiceMenu name={tool.name} columns={tool.columns ?? 1} choices={choices}>
        {tool.icon(chosen)}
      </ChoiceMenu>
    );
  }
  return (
    <ControlButton
      name={tool.name}
      shortcut={tool.shortcut}
      aria-pressed={tool.isOn ?? state?.isActive}
      canRun={state?.canRun[0] ?? true}
      onClick={() => run(tool.run)}
    >
      <tool.icon />
    </ControlButton>
  );
}

function stateOf(tool: Tool, editor: Editor): ToolState {
  if ('choices' in tool) {
    return {
      chosen: tool.chosen?.(editor),
      canRun: tool.choices.map(({ canRun }) => canRun?.(editor) ?? true),
    };
  }
  return { isActive: tool.isActive?.(editor), canRun: [tool.canRun?.(editor) ?? true] };
}
