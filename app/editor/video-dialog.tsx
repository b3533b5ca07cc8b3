import type { Editor } from '@tiptap/core';
import { useId, useState, type FormEvent } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import type { BodyRules } from './body-rules.ts';

/** Asks for the address of a film and for words that say what it shows. */
export function VideoDialog({
  editor,
  rules,
  onClose,
}: {
  editor: Editor;
  rules: BodyRules;
  onClose: () => void;
}) {
  const form = useId();
  const [error, setError] = useState<string>();
  const before = editor.getAttributes('video');
  const sites = new Intl.ListFormat('en', { type: 'disjunction' }).format(rules.videoSites);

  function close() {
    onClose();
    // The dialog gives the focus back to what opened it; the text is where one goes on.
    requestAnimationFrame(() => editor.commands.focus());
  }

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    const fields = new FormData(event.currentTarget);
    const film = rules.readVideo(String(fields.get('address') ?? ''));
    if (!film) return setError(`Please enter the address of a video on ${sites}.`);
    const title = String(fields.get('title') ?? '').trim() || `${film.site} video`;
    editor
      .chain()
      .insertContent({ type: 'video', attrs: { src: film.player, title } })
      .run();
    close();
  }

  return (
    <Dialog
      title="Video"
      onDismiss={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={form} variant="primary">
            Apply
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={apply} noValidate className="grid gap-3">
        <TextField
          label="Address"
          name="address"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          defaultValue={typeof before['src'] === 'string' ? before['src'] : ''}
          hint={`A video on ${sites}. Nothing is loaded from there until a reader plays it.`}
          error={error}
          data-autofocus
        />
        <TextField
          label="Title"
          name="title"
          autoComplete="off"
          maxLength={200}
          defaultValue={typeof before['title'] === 'string' ? before['title'] : ''}
        />
      </form>
    </Dialog>
  );
}
