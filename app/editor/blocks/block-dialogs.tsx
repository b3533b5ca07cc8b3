import type { Editor } from '@tiptap/core';
import { useState } from 'react';

import { TextField } from '#app/ui/field.tsx';
import type { FindLinkTargets } from '../body-rules.ts';
import { FormDialog } from '../form-dialog.tsx';
import { insertBlock } from '../insert-blocks.ts';
import { LinkField } from '../link-field.tsx';
import { unsafeLinkMessage, withScheme } from '../link-address.ts';

type Props = {
  editor: Editor;
  isSafeLink: (address: string) => boolean;
  findTargets: FindLinkTargets | undefined;
  onClose: () => void;
};

/** Asks for the text and the address of a button. */
export function ButtonDialog({ editor, isSafeLink, findTargets, onClose }: Props) {
  const isEditing = editor.isActive('button');
  const [error, setError] = useState<string>();
  const { href } = editor.getAttributes('button');
  const text = isEditing ? editor.state.selection.$from.parent.textContent : '';

  function apply(fields: FormData): boolean {
    const address = readAddress(fields, isSafeLink);
    if (address === null) {
      setError(unsafeLinkMessage);
      return false;
    }
    const words = String(fields.get('text') ?? '').trim() || address;
    const { $from } = editor.state.selection;
    const node = { type: 'button', attrs: { href: address }, content: [{ type: 'text', text: words }] };
    if (isEditing) editor.commands.insertContentAt({ from: $from.before(), to: $from.after() }, node);
    else insertBlock(editor, 'button', { href: address }, words);
    return true;
  }

  return (
    <FormDialog editor={editor} title="Button" onApply={apply} onClose={onClose}>
      <TextField label="Text" name="text" autoComplete="off" maxLength={200} defaultValue={text} />
      <LinkField address={typeof href === 'string' ? href : ''} error={error} findTargets={findTargets} />
    </FormDialog>
  );
}

/** Asks for the address, title and text of a card that leads to another page. */
export function BookmarkDialog({ editor, isSafeLink, findTargets, onClose }: Props) {
  const [error, setError] = useState<string>();
  const before = editor.getAttributes('bookmark');
  const [title, setTitle] = useState(String(before['title'] ?? ''));

  function apply(fields: FormData): boolean {
    const href = readAddress(fields, isSafeLink);
    if (href === null) {
      setError(unsafeLinkMessage);
      return false;
    }
    const text = String(fields.get('text') ?? '').trim();
    const attributes = { href, title: title.trim() || href, text };
    if (editor.isActive('bookmark')) return editor.commands.updateAttributes('bookmark', attributes);
    return insertBlock(editor, 'bookmark', attributes);
  }

  return (
    <FormDialog editor={editor} title="Bookmark" onApply={apply} onClose={onClose}>
      <LinkField
        address={String(before['href'] ?? '')}
        error={error}
        findTargets={findTargets}
        onTarget={(target) => setTitle(target.title)}
      />
      <TextField
        label="Title"
        name="title"
        autoComplete="off"
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextField
        label="Description"
        name="text"
        autoComplete="off"
        maxLength={400}
        defaultValue={String(before['text'] ?? '')}
      />
    </FormDialog>
  );
}

/** @returns null for an address that no link may have */
function readAddress(fields: FormData, isSafeLink: (address: string) => boolean): string | null {
  const address = withScheme(String(fields.get('address') ?? '').trim());
  return address !== '' && isSafeLink(address) ? address : null;
}
