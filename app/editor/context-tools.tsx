import type { ChainedCommands, Editor } from '@tiptap/core';
import {
  ArrowLeft, ArrowRight, BetweenHorizontalEnd, BetweenHorizontalStart, BetweenVerticalEnd, BetweenVerticalStart, ImageUp, PanelLeft, PanelTop, Pencil,
  TableCellsMerge, Trash2, Ungroup, type LucideIcon,
} from 'lucide-react'; // prettier-ignore
import { useCallback } from 'react';

import type { BodyRules } from './body-rules.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { languages } from './languages.ts';
import { ControlButton } from './control.tsx';
import { RovingToolbar } from './roving-toolbar.tsx';
import { useAfterPaint } from './use-after-paint.ts';

type TableStep = { name: string; icon: LucideIcon; run: (chain: ChainedCommands) => ChainedCommands };

const tableSteps: TableStep[] = [
  { name: 'Add row above', icon: BetweenHorizontalEnd, run: (chain) => chain.addRowBefore() },
  { name: 'Add row below', icon: BetweenHorizontalStart, run: (chain) => chain.addRowAfter() },
  { name: 'Add column before', icon: BetweenVerticalEnd, run: (chain) => chain.addColumnBefore() },
  { name: 'Add column after', icon: BetweenVerticalStart, run: (chain) => chain.addColumnAfter() },
  { name: 'Header row', icon: PanelTop, run: (chain) => chain.toggleHeaderRow() },
  { name: 'Header column', icon: PanelLeft, run: (chain) => chain.toggleHeaderColumn() },
  { name: 'Merge or split cells', icon: TableCellsMerge, run: (chain) => chain.mergeOrSplit() },
];

const tableRemovals: { name: string; words: string; run: (chain: ChainedCommands) => ChainedCommands }[] = [
  { name: 'Delete row', words: 'Row', run: (chain) => chain.deleteRow() },
  { name: 'Delete column', words: 'Column', run: (chain) => chain.deleteColumn() },
  { name: 'Delete table', words: 'Table', run: (chain) => chain.deleteTable() },
];

/** What a dialog of its own can change. */
export type EditedThing = 'image' | 'video' | 'button' | 'bookmark';

/** The innermost of them around the caret is offered its tools. */
const kinds = [
  'image', 'codeBlock', 'button', 'bookmark', 'contents', 'footnote', 'table', 'collapsible', 'callout',
] as const; // prettier-ignore

/** What can be done with the block that the caret is in. */
export function ContextTools({
  editor,
  rules,
  onEdit,
}: {
  editor: Editor;
  rules: Pick<BodyRules, 'calloutNames'>;
  onEdit: (dialog: EditedThing) => void;
}) {
  const select = useCallback((now: Editor) => {
    const language: unknown = now.getAttributes('codeBlock')['language'];
    return {
      kind: kinds.find((name) => now.isActive(name)) ?? null,
      isInGallery: now.isActive('gallery'),
      isOpen: now.getAttributes('collapsible')['open'] === true,
      hasContents: now.getAttributes('contents')['isShown'] !== false,
      callout: String(now.getAttributes('callout')['kind'] ?? ''),
      language: typeof language === 'string' ? language : '',
    };
  }, []);
  const [{ kind, language, isInGallery, isOpen, hasContents, callout }, look] = useAfterPaint(editor, select);
  const className = 'ml-auto flex flex-wrap items-center gap-0.5';
  const backToText = () => editor.commands.focus();

  if (kind === 'image') {
    return (
      <RovingToolbar label="Image" className={className} onEscape={backToText}>
        {isInGallery && (
          <>
            <ControlButton name="Move back" onClick={() => editor.chain().focus().moveInGallery(-1).run()}>
              <ArrowLeft />
            </ControlButton>
            <ControlButton name="Move on" onClick={() => editor.chain().focus().moveInGallery(1).run()}>
              <ArrowRight />
            </ControlButton>
          </>
        )}
        <ControlButton name="Alt text and width" onClick={() => onEdit('image')} className="px-2">
          <ImageUp />
          Alt text and width
        </ControlButton>
        <ControlButton name="Delete image" onClick={() => editor.chain().focus().deleteNode('image').run()}>
          <Trash2 />
        </ControlButton>
      </RovingToolbar>
    );
  }

  if (kind === 'button' || kind === 'bookmark') {
    return (
      <RovingToolbar
        label={kind === 'button' ? 'Button' : 'Bookmark'}
        className={className}
        onEscape={backToText}
      >
        <ControlButton name="Change address and text" onClick={() => onEdit(kind)} className="px-2">
          <Pencil />
          Change
        </ControlButton>
        <ControlButton name="Delete" onClick={() => editor.chain().focus().deleteNode(kind).run()}>
          <Trash2 />
        </ControlButton>
      </RovingToolbar>
    );
  }

  if (kind === 'contents') {
    return (
      <RovingToolbar label="Table of contents" className={className} onEscape={backToText}>
        <ControlButton
          name="Show the table of contents"
          aria-pressed={hasContents}
          onClick={() => {
            editor.chain().focus().setContents(!hasContents).run();
            look();
          }}
          className="px-2"
        >
          {hasContents ? 'Shown' : 'Hidden'}
        </ControlButton>
        <ControlButton name="Delete" onClick={() => editor.chain().focus().deleteNode(kind).run()}>
          <Trash2 />
        </ControlButton>
      </RovingToolbar>
    );
  }

  if (kind === 'collapsible') {
    return (
      <RovingToolbar label="Collapsible section" className={className} onEscape={backToText}>
        <ControlButton
          name="Open at first"
          aria-pressed={isOpen}
          onClick={() => {
            editor.chain().focus().updateAttributes('collapsible', { open: !isOpen }).run();
            look();
          }}
          className="px-2"
        >
          Open at first
        </ControlButton>
        <ControlButton
          name="Take out of the section"
          onClick={() => editor.chain().focus().unwrapCollapsible().run()}
        >
          <Ungroup />
        </ControlButton>
      </RovingToolbar>
    );
  }

  if (kind === 'callout') {
    return (
      <RovingToolbar label="Callout" className={className} onEscape={backToText}>
        <ChoiceMenu
          name="Kind of callout"
          choices={Object.entries(rules.calloutNames).map(([id, name]) => ({
            name,
            isChosen: id === callout,
            choose: () => {
              editor.chain().focus().updateAttributes('callout', { kind: id }).run();
              editor.view.focus();
              look();
            },
          }))}
        >
          <span className="px-1">{rules.calloutNames[callout]}</span>
        </ChoiceMenu>
        <ControlButton
          name="Take out of the callout"
          onClick={() => editor.chain().focus().toggleCallout().run()}
        >
          <Ungroup />
        </ControlButton>
      </RovingToolbar>
    );
  }

  if (kind === 'codeBlock') {
    const known = languages.find(({ id }) => id === language);
    return (
      <RovingToolbar label="Code block" className={className} onEscape={backToText}>
        <ChoiceMenu
          name="Language"
          choices={[{ id: '', name: 'Plain text' }, ...languages].map(({ id, name }) => ({
            name,
            isChosen: id === language,
            choose: () => {
              editor
                .chain()
                .focus()
                .updateAttributes('codeBlock', { language: id || null })
                .run();
              editor.view.focus();
              look();
            },
          }))}
        >
          <span className="px-1">Language: {known?.name ?? (language || 'Plain text')}</span>
        </ChoiceMenu>
      </RovingToolbar>
    );
  }

  if (kind === 'table') {
    return (
      <RovingToolbar label="Table" className={className} onEscape={backToText}>
        {tableSteps.map(({ name, icon: Icon, run }) => (
          <ControlButton key={name} name={name} onClick={() => run(editor.chain().focus()).run()}>
            <Icon />
          </ControlButton>
        ))}
        {tableRemovals.map(({ name, words, run }) => (
          <ControlButton key={name} name={name} onClick={() => run(editor.chain().focus()).run()}>
            <Trash2 />
            {words}
          </ControlButton>
        ))}
      </RovingToolbar>
    );
  }

  return null;
}
