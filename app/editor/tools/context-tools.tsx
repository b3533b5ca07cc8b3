import type { ChainedCommands, Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import {
  ArrowLeft, ArrowRight, BetweenHorizontalEnd, BetweenHorizontalStart, BetweenVerticalEnd, BetweenVerticalStart, ImageUp,
  PanelLeft, PanelTop, Pencil, TableCellsMerge, Trash2, Ungroup, type LucideIcon,
} from 'lucide-react'; // prettier-ignore
import { useLayoutEffect, useRef } from 'react';

import { calloutNames } from '#domain/html/blocks.ts';
import { unwrapCollapsible } from '../blocks/collapsible.ts';
import { setContents } from '../blocks/contents.ts';
import { moveInGallery } from '../blocks/gallery.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { ControlButton } from './control.tsx';
import type { EditorDialog } from './editor-dialogs.tsx';
import { RovingToolbar } from './roving-toolbar.tsx';
import { useAfterPaint } from './use-after-paint.ts';

type Run = (chain: ChainedCommands) => ChainedCommands;

/** Something that can be done with a block: a command, or a dialog to open. */
type ContextTool = {
  name: string;
  /** The content of its button beside the icon. */
  words?: string;
  icon?: LucideIcon;
  isOn?: boolean;
  isChosen?: boolean;
  does: Run | EditorDialog;
};

/** @param shown what its button shows in place of its name */
type ContextMenu = { name: string; shown?: string; choices: readonly ContextTool[] };

type Context = { label: string; tools?: readonly ContextTool[]; menus?: readonly ContextMenu[] };

const kinds = [
  'image', 'codeBlock', 'button', 'bookmark', 'contents', 'footnote', 'table', 'collapsible', 'callout',
] as const; // prettier-ignore
type Kind = (typeof kinds)[number];

const tableContext: Context = {
  label: 'Table',
  menus: [
    {
      name: 'Row',
      choices: [
        tool('Add row above', BetweenHorizontalEnd, (chain) => chain.addRowBefore()),
        tool('Add row below', BetweenHorizontalStart, (chain) => chain.addRowAfter()),
        tool('Header row', PanelTop, (chain) => chain.toggleHeaderRow()),
        tool('Delete row', Trash2, (chain) => chain.deleteRow()),
      ],
    },
    {
      name: 'Column',
      choices: [
        tool('Add column before', BetweenVerticalEnd, (chain) => chain.addColumnBefore()),
        tool('Add column after', BetweenVerticalStart, (chain) => chain.addColumnAfter()),
        tool('Header column', PanelLeft, (chain) => chain.toggleHeaderColumn()),
        tool('Delete column', Trash2, (chain) => chain.deleteColumn()),
      ],
    },
  ],
  tools: [
    tool('Merge or split cells', TableCellsMerge, (chain) => chain.mergeOrSplit()),
    tool('Delete table', Trash2, (chain) => chain.deleteTable()),
  ],
};

/** Languages of code blocks: what stands in `language-…`, and what people call it. The public page colors these. */
const languages = [
  ['', 'Plain text'], ['bash', 'Bash'], ['c', 'C'], ['cpp', 'C++'], ['csharp', 'C#'], ['css', 'CSS'], ['diff', 'Diff'],
  ['dockerfile', 'Dockerfile'], ['elixir', 'Elixir'], ['go', 'Go'], ['graphql', 'GraphQL'], ['haskell', 'Haskell'],
  ['html', 'HTML'], ['http', 'HTTP'], ['ini', 'INI'], ['java', 'Java'], ['javascript', 'JavaScript'], ['json', 'JSON'],
  ['kotlin', 'Kotlin'], ['lua', 'Lua'], ['makefile', 'Makefile'], ['markdown', 'Markdown'], ['nginx', 'nginx'],
  ['perl', 'Perl'], ['php', 'PHP'], ['python', 'Python'], ['r', 'R'], ['ruby', 'Ruby'], ['rust', 'Rust'],
  ['scss', 'SCSS'], ['shell', 'Shell session'], ['sql', 'SQL'], ['swift', 'Swift'], ['toml', 'TOML'],
  ['typescript', 'TypeScript'], ['xml', 'XML'], ['yaml', 'YAML'],
] as const; // prettier-ignore

/** Beside the innermost block around the caret: what can be done with it. Stays in sight while the block is. */
export function ContextTools({
  editor,
  onEdit,
}: {
  editor: Editor;
  /** Opens the dialog of the block that the caret is in. */
  onEdit: (dialog: EditorDialog) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [{ kind, attributes, isInGallery, place }, look] = useAfterPaint(editor, stateOf);
  useLayoutEffect(() => {
    if (frame.current && place) putAt(frame.current, place);
  });
  if (kind === null || kind === 'footnote' || place === null) return null;
  const { label, tools = [], menus = [] } = contextOf(kind, attributes ?? {}, isInGallery);

  function run(does: ContextTool['does']) {
    if (typeof does === 'string') return onEdit(does);
    does(editor.chain().focus()).run();
    // At once: the library's own command waits for a frame, and the next key may be sooner.
    editor.view.focus();
    look();
  }

  return (
    <div ref={frame} className="pointer-events-none absolute z-9">
      <RovingToolbar
        label={label}
        className="pointer-events-auto sticky top-[calc(var(--sticky-top,0px)+2.75rem)] flex w-fit items-center gap-0.5 rounded-md border border-line-strong bg-surface shadow-md max-sm:top-[var(--sticky-top,0px)]"
        onEscape={() => editor.commands.focus()}
      >
        {menus.map(({ name, shown = name, choices }) => (
          <ChoiceMenu
            key={name}
            name={name}
            choices={choices.map(({ does, ...choice }) => ({ ...choice, choose: () => run(does) }))}
          >
            <span className="px-1">{shown}</span>
          </ChoiceMenu>
        ))}
        {tools.map(({ name, words, icon: Icon, isOn, does }) => (
          <ControlButton
            key={name}
            name={name}
            aria-pressed={isOn}
            onClick={() => run(does)}
            className={words === undefined ? '' : 'px-2'}
          >
            {Icon && <Icon />}
            {words}
          </ControlButton>
        ))}
      </RovingToolbar>
    </div>
  );
}

type Place = { top: number; left: number; right: number; height: number; isAbove: boolean };

function stateOf(editor: Editor) {
  const kind = kinds.find((name) => editor.isActive(name)) ?? null;
  return {
    kind,
    attributes: kind && editor.getAttributes(kind),
    isInGallery: editor.isActive('gallery'),
    // Not before the text is in the page.
    place: kind && editor.isInitialized ? placeOf(editor, kind) : null,
  };
}

/** Where the block stands in the text, in whole pixels. */
function placeOf({ state: { selection }, view }: Editor, kind: Kind): Place | null {
  const { $from, from } = selection;
  const depths = Array.from({ length: $from.depth }, (_, index) => $from.depth - index);
  const depth = depths.find((one) => $from.node(one).type.name === kind);
  const isSelected = selection instanceof NodeSelection && selection.node.type.name === kind;
  const at = isSelected ? from : depth === undefined ? null : $from.before(depth);
  const outer = at === null ? null : view.nodeDOM(at);
  if (!(outer instanceof HTMLElement)) return null;
  const block = outer.querySelector(':scope > table') ?? outer;
  const [text, box] = [view.dom.getBoundingClientRect(), block.getBoundingClientRect()];
  return {
    top: Math.round(box.top - text.top),
    left: Math.round(box.left - text.left),
    right: Math.round(box.right - text.left),
    height: Math.round(box.height),
    isAbove: kind === 'table',
  };
}

/** Across the upper edge of the block; where its words begin at the edge above it, or below where no room is above. */
function putAt(frame: HTMLElement, { top, left, right, height, isAbove }: Place): void {
  const bar = frame.firstElementChild?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const rise = isAbove ? bar.height + 2 : bar.height / 2;
  const room = frame.parentElement?.clientWidth ?? right;
  const isBelow = isAbove && top < rise;
  const end = Math.max(Math.min(right, room - 4) - bar.width, Math.min(left, room - 4 - bar.width));
  frame.style.left = `${Math.max(4, end)}px`;
  frame.style.top = `${isBelow ? top + height + 2 : Math.max(2, top - rise)}px`;
  frame.style.height = isBelow ? '' : `${height + rise}px`;
}

function contextOf(
  kind: Exclude<Kind, 'footnote'>,
  attributes: Readonly<Record<string, unknown>>,
  isInGallery: boolean,
): Context {
  const remove = (name: string) => tool(name, Trash2, (chain) => chain.deleteNode(kind));
  switch (kind) {
    case 'image': {
      const moves = [
        tool('Move back', ArrowLeft, (chain) => chain.command(moveInGallery(-1))),
        tool('Move on', ArrowRight, (chain) => chain.command(moveInGallery(1))),
      ];
      const name = 'Alt text and width';
      const edit = tool(name, ImageUp, 'image', name);
      return { label: 'Image', tools: [...(isInGallery ? moves : []), edit, remove('Delete image')] };
    }
    case 'button':
    case 'bookmark': {
      const edit = tool('Change address and text', Pencil, kind, 'Change');
      return { label: kind === 'button' ? 'Button' : 'Bookmark', tools: [edit, remove('Delete')] };
    }
    case 'contents': {
      const isOn = attributes['isShown'] !== false;
      const toggle = (chain: ChainedCommands) => chain.command(setContents(!isOn));
      const name = 'Show the table of contents';
      const shown = { name, words: isOn ? 'Shown' : 'Hidden', isOn, does: toggle };
      return { label: 'Table of contents', tools: [shown, remove('Delete')] };
    }
    case 'collapsible': {
      const isOn = attributes['open'] === true;
      const toggle = (chain: ChainedCommands) => chain.updateAttributes(kind, { open: !isOn });
      const open = { name: 'Open by default', words: 'Open by default', isOn, does: toggle };
      const unwrap = tool('Take out of the section', Ungroup, (chain) => chain.command(unwrapCollapsible));
      return { label: 'Collapsible section', tools: [open, unwrap] };
    }
    case 'callout': {
      const menu = valueMenu('Kind of callout', kind, 'kind', attributes, Object.entries(calloutNames));
      const unwrap = tool('Take out of the callout', Ungroup, (chain) => chain.toggleWrap('callout'));
      return { label: 'Callout', menus: [menu], tools: [unwrap] };
    }
    case 'codeBlock':
      return { label: 'Code block', menus: [valueMenu('Language', kind, 'language', attributes, languages)] };
    case 'table':
      return tableContext;
  }
}

/** @param words what its button shows beside the icon */
function tool(name: string, icon: LucideIcon, does: ContextTool['does'], words?: string): ContextTool {
  return { name, icon, does, ...(words !== undefined && { words }) };
}

/** The values of an attribute of the block, of which one holds. */
function valueMenu(
  name: string,
  kind: Kind,
  attribute: string,
  attributes: Readonly<Record<string, unknown>>,
  values: readonly (readonly [id: string, name: string])[],
): ContextMenu {
  const current = String(attributes[attribute] ?? '');
  const choices = values.map(([id, word]) => ({
    name: word,
    isChosen: id === current,
    does: (chain: ChainedCommands) => chain.updateAttributes(kind, { [attribute]: id || null }),
  }));
  return { name, shown: choices.find(({ isChosen }) => isChosen)?.name ?? current, choices };
}
