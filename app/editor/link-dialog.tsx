import type { Editor } from '@tiptap/core';
import { useId, useState, type FormEvent } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';

/** Asks for the address of a link; the text that is selected becomes the link, or the address itself without one. */
export function LinkDialog({
  editor,
  isSafeLink,
  onClose,
}: {
  editor: Editor;
  isSafeLink: (address: string) => boolean;
  onClose: () => void;
}) {
  const form = useId();
  const [error, setError] = useState<string>();
  const before: unknown = editor.getAttributes('link')['href'];
  const address = typeof before === 'string' ? before : '';

  function close() {
    onClose();
    // The dialog gives the focus back to what opened it; the text is where one goes on.
    requestAnimationFrame(() => editor.commands.focus());
  }

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    const href = withScheme(String(new FormData(event.currentTarget).get('address') ?? '').trim());
    if (href === '') return remove();
    if (!isSafeLink(href)) {
      return setError(
        'A link can lead to a web page (http, https), an e-mail address (mailto) or a telephone (tel).',
      );
    }
    const link = editor.chain().extendMarkRange('link');
    if (editor.state.selection.empty && address === '') {
      link.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else {
      link.setLink({ href }).run();
    }
    close();
  }

  function remove() {
    editor.chain().extendMarkRange('link').unsetLink().run();
    close();
  }

  return (
    <Dialog
      title="Link"
      onDismiss={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          {address !== '' && <Button onClick={remove}>Remove</Button>}
          <Button type="submit" form={form} variant="primary">
            Apply
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={apply} noValidate>
        <TextField
          label="Address"
          name="address"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          defaultValue={address}
          error={error}
          data-autofocus
        />
      </form>
    </Dialog>
  );
}

/** What people type without a scheme is a web page or an e-mail address; a path or a fragment stays one. */
function withScheme(address: string): string {
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(address)) return address;
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
}
