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
  const [error, setError] = useState<string>();
  const before = editor.getAttributes('button');

  function apply(fields: FormData): boolean {
    const href = readAddress(fields, isSafeLink);
    if (href === null) {
      setError(unsafeLinkMessage);
      return false;
    }
    return putBlock(editor, 'button', { href, text: String(fields.get('text') ?? '').trim() || href });
  }

  return (
    <FormDialog editor={editor} title="Button" onApply={apply} onClose={onClose}>
      <TextField
        label="Text"
        name="text"
        autoComplete="off"
        maxLength={200}
        defaultValue={String(before['text'] ?? '')}
      />
      <LinkField address={String(before['href'] ?? '')} error={error} findTargets={findTargets} />
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
    return putBlock(editor, 'bookmark', { href, title: title.trim() || href, text });
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

/** Changes the selected block, or inserts one. */
function putBlock(editor: Editor, name: 'button' | 'bookmark', attributes: Record<string, string>): boolean {
  if (editor.isActive(name)) return editor.commands.updateAttributes(name, attributes);
  return insertBlock(editor, name, attributes);
}

/** @returns null for an address that no link may have */
function readAddress(fields: FormData, isSafeLink: (address: string) => boolean): string | null {
  const address = withScheme(String(fields.get('address') ?? '').trim());
  return address !== '' && isSafeLink(address) ? address : null;
}
