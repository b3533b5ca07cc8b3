import type { Editor } from '@tiptap/core';
import { useRef, useState } from 'react';

import type { FindLinkTargets } from './body-rules.ts';
import { FormDialog } from './form-dialog.tsx';
import { LinkField } from './link-field.tsx';
import { unsafeLinkMessage, withScheme } from './link-address.ts';

/** Asks for the address of a link; the text that is selected becomes the link, or the address itself without one. */
export function LinkDialog({
  editor,
  isSafeLink,
  findTargets,
  onClose,
}: {
  editor: Editor;
  isSafeLink: (address: string) => boolean;
  findTargets: FindLinkTargets | undefined;
  onClose: () => void;
}) {
  const [error, setError] = useState<string>();
  const chosenTitle = useRef('');
  const before: unknown = editor.getAttributes('link')['href'];
  const address = typeof before === 'string' ? before : '';

  function apply(fields: FormData): boolean {
    const href = withScheme(String(fields.get('address') ?? '').trim());
    if (href === '') {
      remove();
      return true;
    }
    if (!isSafeLink(href)) {
      setError(unsafeLinkMessage);
      return false;
    }
    const link = editor.chain().extendMarkRange('link');
    if (editor.state.selection.empty && address === '') {
      link
        .insertContent({
          type: 'text',
          text: chosenTitle.current || href,
          marks: [{ type: 'link', attrs: { href } }],
        })
        .run();
    } else {
      link.setLink({ href }).run();
    }
    return true;
  }

  function remove() {
    editor.chain().extendMarkRange('link').unsetLink().run();
  }

  return (
    <FormDialog
      editor={editor}
      title="Link"
      onApply={apply}
      onRemove={address === '' ? undefined : remove}
      onClose={onClose}
    >
      <LinkField
        address={address}
        error={error}
        findTargets={findTargets}
        onTarget={(target) => (chosenTitle.current = target.title)}
      />
    </FormDialog>
  );
}
