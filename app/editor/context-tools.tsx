import type { ChainedCommands, Editor } from '@tiptap/core';
import {
  BetweenHorizontalEnd, BetweenHorizontalStart, BetweenVerticalEnd, BetweenVerticalStart, ImageUp, PanelLeft, PanelTop,
  TableCellsMerge, Trash2, type LucideIcon,
} from 'lucide-react'; // prettier-ignore
import { useCallback } from 'react';

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

/** What can be done with the code block, table or image that the cursor is in. */
export function ContextTools({ editor, onImage }: { editor: Editor; onImage: () => void }) {
  const select = useCallback((now: Editor) => {
    const language: unknown = now.getAttributes('codeBlock')['language'];
    return {
      kind: now.isActive('image')
        ? 'image'
        : now.isActive('codeBlock')
          ? 'code'
          : now.isActive('table')
            ? 'table'
            : null,
      language: typeof language === 'string' ? language : '',
    };
  }, []);
  const [{ kind, language }, look] = useAfterPaint(editor, select);
  const className = 'ml-auto flex flex-wrap items-center gap-0.5';
  const backToText = () => editor.commands.focus();

  if (kind === 'image') {
    return (
      <RovingToolbar label="Image" className={className} onEscape={backToText}>
        <ControlButton name="Alt text and width" onClick={onImage} className="px-2">
          <ImageUp />
          Alt text and width
        </ControlButton>
        <ControlButton name="Delete image" onClick={() => editor.chain().focus().deleteNode('image').run()}>
          <Trash2 />
        </ControlButton>
      </RovingToolbar>
    );
  }

  if (kind === 'code') {
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
