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
  const remove = (name: string): ContextTool => ({
    name,
    icon: Trash2,
    does: (chain) => chain.deleteNode(kind),
  });
  switch (kind) {
    case 'image': {
      const moves: ContextTool[] = [
        { name: 'Move back', icon: ArrowLeft, does: (chain) => chain.moveInGallery(-1) },
        { name: 'Move on', icon: ArrowRight, does: (chain) => chain.moveInGallery(1) },
      ];
      const name = 'Alt text and width';
      const edit: ContextTool = { name, words: name, icon: ImageUp, does: 'image' };
      return { label: 'Image', tools: [...(isInGallery ? moves : []), edit, remove('Delete image')] };
    }
    case 'button':
    case 'bookmark': {
      const edit: ContextTool = {
        name: 'Change address and text',
        words: 'Change',
        icon: Pencil,
        does: kind,
      };
      return { label: kind === 'button' ? 'Button' : 'Bookmark', tools: [edit, remove('Delete')] };
    }
    case 'contents': {
      const isShown = attributes['isShown'] !== false;
      const toggle: ContextTool = {
        name: 'Show the table of contents',
        words: isShown ? 'Shown' : 'Hidden',
        isOn: isShown,
        does: (chain) => chain.setContents(!isShown),
      };
      return { label: 'Table of contents', tools: [toggle, remove('Delete')] };
    }
    case 'collapsible': {
      const isOpen = attributes['open'] === true;
      const toggle: ContextTool = {
        name: 'Open at first',
        words: 'Open at first',
        isOn: isOpen,
        does: (chain) => chain.updateAttributes('collapsible', { open: !isOpen }),
      };
      const unwrap: ContextTool = {
        name: 'Take out of the section',
        icon: Ungroup,
        does: (chain) => chain.unwrapCollapsible(),
      };
      return { label: 'Collapsible section', tools: [toggle, unwrap] };
    }
    case 'callout': {
      const values = Object.entries(calloutNames).map(([id, name]) => ({ id, name }));
      const unwrap: ContextTool = {
        name: 'Take out of the callout',
        icon: Ungroup,
        does: (chain) => chain.toggleCallout(),
      };
      return {
        label: 'Callout',
        menu: { name: 'Kind of callout', attribute: 'kind', values },
        tools: [unwrap],
      };
    }
    case 'codeBlock':
      return {
        label: 'Code block',
        menu: { name: 'Language', attribute: 'language', values: languages },
        tools: [],
      };
    case 'table':
      return { label: 'Table', tools: tableTools };
  }
}
