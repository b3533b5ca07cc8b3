import type { Editor } from '@tiptap/core';
import { useState } from 'react';

import { TextField } from '#app/ui/field.tsx';
import type { BodyRules } from './body-rules.ts';
import { FormDialog } from './form-dialog.tsx';
import { insertBlock } from './insert-blocks.ts';

/** Asks for the address and the title of a video. */
export function VideoDialog({
  editor,
  rules,
  onClose,
}: {
  editor: Editor;
  rules: BodyRules;
  onClose: () => void;
}) {
  const [error, setError] = useState<string>();
  const before = editor.getAttributes('video');
  const sites = new Intl.ListFormat('en', { type: 'disjunction' }).format(rules.videoSites);

  function apply(fields: FormData): boolean {
    const video = rules.readVideo(String(fields.get('address') ?? ''));
    if (!video) {
      setError(`Please enter the address of a video on ${sites}.`);
      return false;
    }
    const title = String(fields.get('title') ?? '').trim() || `${video.site} video`;
    const attributes = { src: video.player, title };
    if (editor.isActive('video')) editor.commands.updateAttributes('video', attributes);
    else insertBlock(editor, 'video', attributes);
    return true;
  }

  return (
    <FormDialog editor={editor} title="Video" onApply={apply} onClose={onClose}>
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
    </FormDialog>
  );
}
