import type { ChainedCommands, Editor } from '@tiptap/core';
import {
  ArrowLeft, ArrowRight, BetweenHorizontalEnd, BetweenHorizontalStart, BetweenVerticalEnd, BetweenVerticalStart, ImageUp, PanelLeft, PanelTop, Pencil,
  TableCellsMerge, Trash2, Ungroup, type LucideIcon,
} from 'lucide-react'; // prettier-ignore
import { useCallback } from 'react';

import type { BodyRules } from './body-rules.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { ControlButton } from './control.tsx';
import type { EditorDialog } from './editor-dialogs.tsx';
import { RovingToolbar } from './roving-toolbar.tsx';
import { useAfterPaint } from './use-after-paint.ts';

/** Something that can be done with a block: a command, or a dialog to open. */
type ContextTool = {
  name: string;
  /** What its button shows beside the icon. */
  words?: string;
  icon?: LucideIcon;
  isOn?: boolean;
  does: ((chain: ChainedCommands) => ChainedCommands) | EditorDialog;
};

/** One of several values of an attribute of the block. */
type ContextMenu = { name: string; attribute: string; values: readonly { id: string; name: string }[] };

type Context = { label: string; tools: readonly ContextTool[]; menu?: ContextMenu };

const kinds = [
  'image', 'codeBlock', 'button', 'bookmark', 'contents', 'footnote', 'table', 'collapsible', 'callout',
] as const; // prettier-ignore
type Kind = (typeof kinds)[number];

const tableTools: readonly ContextTool[] = [
  { name: 'Add row above', icon: BetweenHorizontalEnd, does: (chain) => chain.addRowBefore() },
  { name: 'Add row below', icon: BetweenHorizontalStart, does: (chain) => chain.addRowAfter() },
  { name: 'Add column before', icon: BetweenVerticalEnd, does: (chain) => chain.addColumnBefore() },
  { name: 'Add column after', icon: BetweenVerticalStart, does: (chain) => chain.addColumnAfter() },
  { name: 'Header row', icon: PanelTop, does: (chain) => chain.toggleHeaderRow() },
  { name: 'Header column', icon: PanelLeft, does: (chain) => chain.toggleHeaderColumn() },
  { name: 'Merge or split cells', icon: TableCellsMerge, does: (chain) => chain.mergeOrSplit() },
  { name: 'Delete row', icon: Trash2, words: 'Row', does: (chain) => chain.deleteRow() },
  { name: 'Delete column', icon: Trash2, words: 'Column', does: (chain) => chain.deleteColumn() },
  { name: 'Delete table', icon: Trash2, words: 'Table', does: (chain) => chain.deleteTable() },
];

/** Languages of code blocks: what stands in `language-…`, and what people call it. The public page colors these. */
const languages = [
  ['', 'Plain text'], ['bash', 'Bash'], ['c', 'C'], ['cpp', 'C++'], ['csharp', 'C#'], ['css', 'CSS'], ['diff', 'Diff'],
  ['dockerfile', 'Dockerfile'], ['elixir', 'Elixir'], ['go', 'Go'], ['graphql', 'GraphQL'], ['haskell', 'Haskell'],
  ['html', 'HTML'], ['http', 'HTTP'], ['ini', 'INI'], ['java', 'Java'], ['javascript', 'JavaScript'], ['json', 'JSON'],
  ['kotlin', 'Kotlin'], ['lua', 'Lua'], ['makefile', 'Makefile'], ['markdown', 'Markdown'], ['nginx', 'nginx'],
  ['perl', 'Perl'], ['php', 'PHP'], ['python', 'Python'], ['r', 'R'], ['ruby', 'Ruby'], ['rust', 'Rust'],
  ['scss', 'SCSS'], ['shell', 'Shell session'], ['sql', 'SQL'], ['swift', 'Swift'], ['toml', 'TOML'],
  ['typescript', 'TypeScript'], ['xml', 'XML'], ['yaml', 'YAML'],
].map(([id = '', name = '']) => ({ id, name })); // prettier-ignore

/** What can be done with the innermost block around the caret. */
export function ContextTools({
  editor,
  rules,
  onEdit,
}: {
  editor: Editor;
  rules: Pick<BodyRules, 'calloutNames'>;
  /** Opens the dialog of the block that the caret is in. */
  onEdit: (dialog: EditorDialog) => void;
}) {
  const select = useCallback((now: Editor) => {
    const kind = kinds.find((name) => now.isActive(name)) ?? null;
    return { kind, attributes: kind && now.getAttributes(kind), isInGallery: now.isActive('gallery') };
  }, []);
  const [{ kind, attributes, isInGallery }, look] = useAfterPaint(editor, select);
  if (kind === null || kind === 'footnote') return null;
  const { label, tools, menu } = contextOf(kind, attributes ?? {}, isInGallery, rules);
  const current = String((menu && attributes?.[menu.attribute]) ?? '');

  function run(does: ContextTool['does']) {
    if (typeof does === 'string') return onEdit(does);
    does(editor.chain().focus()).run();
    look();
  }

  return (
    <RovingToolbar
      label={label}
      className="ml-auto flex flex-wrap items-center gap-0.5"
      onEscape={() => editor.commands.focus()}
    >
      {menu && (
        <ChoiceMenu
          name={menu.name}
          choices={menu.values.map(({ id, name }) => ({
            name,
            isChosen: id === current,
            choose: () => {
              run((chain) => chain.updateAttributes(kind, { [menu.attribute]: id || null }));
              editor.view.focus();
            },
          }))}
        >
          <span className="px-1">{menu.values.find(({ id }) => id === current)?.name ?? current}</span>
        </ChoiceMenu>
      )}
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
  );
}

function contextOf(
  kind: Exclude<Kind, 'footnote'>,
  attributes: Readonly<Record<string, unknown>>,
  isInGallery: boolean,
  { calloutNames }: Pick<BodyRules, 'calloutNames'>,
): Context {
  const remove = (name: string) => tool(name, Trash2, (chain) => chain.deleteNode(kind));
  switch (kind) {
    case 'image': {
      const moves = [
        tool('Move back', ArrowLeft, (chain) => chain.moveInGallery(-1)),
        tool('Move on', ArrowRight, (chain) => chain.moveInGallery(1)),
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
      const words = isOn ? 'Shown' : 'Hidden';
      const toggle = tool('Show the table of contents', null, (chain) => chain.setContents(!isOn), words);
      return { label: 'Table of contents', tools: [{ ...toggle, isOn }, remove('Delete')] };
    }
    case 'collapsible': {
      const isOn = attributes['open'] === true;
      const name = 'Open at first';
      const toggle = tool(name, null, (chain) => chain.updateAttributes(kind, { open: !isOn }), name);
      const unwrap = tool('Take out of the section', Ungroup, (chain) => chain.unwrapCollapsible());
      return { label: 'Collapsible section', tools: [{ ...toggle, isOn }, unwrap] };
    }
    case 'callout': {
      const values = Object.entries(calloutNames).map(([id, name]) => ({ id, name }));
      const menu = { name: 'Kind of callout', attribute: 'kind', values };
      const unwrap = tool('Take out of the callout', Ungroup, (chain) => chain.toggleCallout());
      return { label: 'Callout', menu, tools: [unwrap] };
    }
    case 'codeBlock': {
      const menu = { name: 'Language', attribute: 'language', values: languages };
      return { label: 'Code block', menu, tools: [] };
    }
    case 'table':
      return { label: 'Table', tools: tableTools };
  }
}

/** @param words what its button shows beside the icon */
function tool(name: string, icon: LucideIcon | null, does: ContextTool['does'], words?: string): ContextTool {
  return { name, does, ...(icon && { icon }), ...(words !== undefined && { words }) };
}
