import type { Editor } from '@tiptap/core';
import {
  ALargeSmall,
  Baseline,
  Highlighter,
  Image,
  LayoutTemplate,
  Link,
  Maximize2,
  Minimize2,
  Quote,
  Search,
  SquarePlay,
  Type,
} from 'lucide-react';
import { isValidElement, useCallback, type ReactNode, type Ref } from 'react';

import type { BodyRules } from './body-rules.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { ControlButton } from './control.tsx';
import {
  alignments, clearFormatting, codeBlock, controls, headings, history, indents, lists, marks, quote, rule, table, type Control,
} from './controls.ts'; // prettier-ignore
import { MoreTools } from './more-tools.tsx';
import type { TextStyle } from './text-style-marks.ts';
import { RovingToolbar } from './roving-toolbar.tsx';
import { useAfterPaint } from './use-after-paint.ts';

/** Controls that open something of the editor around the text. */
export type ToolbarActions = {
  askLink: () => void;
  askVideo: () => void;
  /** Absent where images cannot be stored. */
  chooseImages: (() => void) | undefined;
  toggleFind: () => void;
  toggleFullScreen: () => void;
};

const [bold, italic, underline, strike, inlineCode, subscript, superscript] = marks;

export function Toolbar({
  ref,
  editor,
  rules,
  isFullScreen,
  isFinding,
  isNarrow,
  blocks,
  actions,
}: {
  ref: Ref<HTMLDivElement>;
  editor: Editor;
  rules: BodyRules;
  isFullScreen: boolean;
  isFinding: boolean;
  /** On a phone most of the tools are in a sheet. */
  isNarrow: boolean;
  /** Further things to insert. */
  blocks: readonly Control[];
  actions: ToolbarActions;
}) {
  const select = useCallback(
    (now: Editor) => ({
      controls: Object.fromEntries(
        controls.map((control) => [
          control.name,
          { isActive: control.isActive?.(now), canRun: control.canRun?.(now) ?? true },
        ]),
      ),
      isLink: now.isActive('link'),
      hasTypography: now.storage.typography.isOn,
      runnable: blocks.map(({ canRun }) => canRun?.(now) ?? true),
      font: lookOf(now, 'font'),
      size: lookOf(now, 'size'),
      color: lookOf(now, 'color'),
      background: lookOf(now, 'background'),
    }),
    [blocks],
  );
  const [state, look] = useAfterPaint(editor, select);

  /** The focus is in the text before the next key is. */
  function run(step: () => void) {
    step();
    editor.view.focus();
    look();
  }

  const button = (control: Control | undefined) =>
    control && (
      <ControlButton
        key={control.name}
        name={control.name}
        shortcut={control.shortcut}
        aria-pressed={state.controls[control.name]?.isActive}
        canRun={state.controls[control.name]?.canRun ?? true}
        onClick={() => run(() => control.run(editor))}
      >
        <control.icon />
      </ControlButton>
    );

  const menu = (
    kind: TextStyle,
    title: string,
    names: readonly string[],
    normal: string,
    icon: ReactNode,
  ) => (
    <ChoiceMenu
      key={kind}
      name={title}
      columns={kind === 'color' || kind === 'background' ? 2 : 1}
      choices={[null, ...names].map((name) => ({
        name: name === null ? normal : capital(name),
        isChosen: state[kind] === name,
        sample:
          name === null ? undefined : (
            <Sample kind={kind} className={rules.textStyleClass(kind, name)} name={name} />
          ),
        choose: () => run(() => editor.commands.setLook(kind, name)),
      }))}
    >
      {icon}
    </ChoiceMenu>
  );

  const sizes = [...rules.sizeNames];
  const groups: Record<string, ReactNode[]> = {
    history: history.map(button),
    headings: headings.map(button),
    type: [
      menu('font', 'Font', rules.fontNames, 'Normal', <Type />),
      <ChoiceMenu
        key="size"
        name="Size"
        choices={[...sizes.slice(0, 1), null, ...sizes.slice(1)].map((name) => ({
          name: name === null ? 'Normal' : capital(name),
          isChosen: state.size === name,
          choose: () => run(() => editor.commands.setLook('size', name)),
        }))}
      >
        <ALargeSmall />
      </ChoiceMenu>,
    ],
    marks: [
      ...[bold, italic, underline, strike].map(button),
      menu(
        'color',
        'Text colour',
        rules.colorNames,
        'Default',
        <span className={`rich-swatch ${state.color ? rules.textStyleClass('color', state.color) : ''}`}>
          <Baseline />
        </span>,
      ),
      menu(
        'background',
        'Background colour',
        rules.colorNames,
        'None',
        <span
          className={`rich-swatch ${state.background ? rules.textStyleClass('background', state.background) : ''}`}
        >
          <Highlighter />
        </span>,
      ),
      ...[subscript, superscript, inlineCode].map(button),
    ],
    lists: [...lists, ...indents].map(button),
    alignment: alignments.map(button),
    blocks: [
      button(quote),
      button(codeBlock),
      <ControlButton
        key="link"
        name="Link"
        shortcut="Mod+K"
        aria-pressed={state.isLink}
        onClick={actions.askLink}
      >
        <Link />
      </ControlButton>,
      <ControlButton
        key="image"
        name="Image"
        canRun={actions.chooseImages !== undefined}
        onClick={() => actions.chooseImages?.()}
      >
        <Image />
      </ControlButton>,
      <ControlButton key="video" name="Video" onClick={actions.askVideo}>
        <SquarePlay />
      </ControlButton>,
      button(table),
      button(rule),
      <ChoiceMenu
        key="blocks"
        name="Blocks"
        choices={blocks.map((block, index) => ({
          name: block.name,
          icon: block.icon,
          canRun: state.runnable[index] ?? true,
          choose: () => run(() => block.run(editor)),
        }))}
      >
        <LayoutTemplate />
      </ChoiceMenu>,
    ],
    text: [
      button(clearFormatting),
      <ControlButton
        key="typography"
        name="Typographic quotes and dashes"
        aria-pressed={state.hasTypography}
        onClick={() => run(() => editor.commands.toggleTypography())}
      >
        <Quote className="rotate-180" />
      </ControlButton>,
      <ControlButton
        key="find"
        name="Find"
        shortcut="Mod+F"
        aria-pressed={isFinding}
        onClick={actions.toggleFind}
      >
        <Search />
      </ControlButton>,
      <ControlButton
        key="full"
        name="Full screen"
        shortcut="Mod+Shift+F"
        aria-pressed={isFullScreen}
        onClick={actions.toggleFullScreen}
      >
        {isFullScreen ? <Minimize2 /> : <Maximize2 />}
      </ControlButton>,
    ],
  };

  if (isNarrow) {
    const tools = Object.values(groups);
    return (
      <RovingToolbar
        ref={ref}
        label="Formatting"
        onEscape={() => editor.commands.focus()}
        className="look-sample flex items-center justify-between [&>button]:min-w-0! [&>button]:flex-auto"
      >
        {compact.map((key) => tools.flat().find((tool) => keyOf(tool) === key))}
        <MoreTools>
          {Object.entries(groups).map(([name, group]) => (
            <div key={name} className="flex flex-wrap">
              {group.filter((tool) => !compact.includes(keyOf(tool)))}
            </div>
          ))}
        </MoreTools>
      </RovingToolbar>
    );
  }

  return (
    <RovingToolbar
      ref={ref}
      label="Formatting"
      onEscape={() => editor.commands.focus()}
      className="look-sample flex flex-wrap items-center gap-x-3 gap-y-0.5 p-1"
    >
      {Object.entries(groups).map(([name, tools]) => (
        <div key={name} className="flex flex-wrap items-center gap-0.5">
          {tools}
        </div>
      ))}
    </RovingToolbar>
  );
}

/** Keys of the tools that a phone shows at once. */
const compact: readonly unknown[] = ['Bold', 'Italic', 'link', 'image', 'Heading 2', 'Bullet list', 'Undo'];

function keyOf(tool: ReactNode): unknown {
  return isValidElement(tool) ? tool.key : null;
}

function Sample({ kind, className, name }: { kind: TextStyle; className: string; name: string }) {
  if (kind === 'font') return <span className={className}>{capital(name)}</span>;
  return (
    <>
      <span className={`rich-swatch ${className}`}>A</span>
      {capital(name)}
    </>
  );
}

function lookOf(editor: Editor, kind: TextStyle): string | null {
  const name: unknown = editor.getAttributes(kind)['name'];
  return typeof name === 'string' ? name : null;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
