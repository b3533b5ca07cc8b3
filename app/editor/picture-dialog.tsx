import type { Editor } from '@tiptap/core';
import { useId, useState, type FormEvent } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField, TextArea } from '#app/ui/field.tsx';
import type { BodyRules } from './body-rules.ts';

/** What a picture shows, for those who cannot see it, and how wide it stands. */
export function PictureDialog({
  editor,
  rules,
  onClose,
}: {
  editor: Editor;
  rules: BodyRules;
  onClose: () => void;
}) {
  const form = useId();
  const before = editor.getAttributes('picture');
  const [isDecorative, setIsDecorative] = useState(before['alt'] === '');

  function close() {
    onClose();
    requestAnimationFrame(() => editor.commands.focus());
  }

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    const fields = new FormData(event.currentTarget);
    const words = String(fields.get('alt') ?? '').trim();
    editor.commands.updateAttributes('picture', {
      alt: isDecorative ? '' : words || null,
      shown: String(fields.get('width') ?? '') || null,
    });
    close();
  }

  return (
    <Dialog
      title="Picture"
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
        <TextArea
          label="Alt text"
          name="alt"
          rows={3}
          maxLength={1000}
          disabled={isDecorative}
          defaultValue={typeof before['alt'] === 'string' ? before['alt'] : ''}
          hint="What the picture shows, for readers who cannot see it."
          data-autofocus
        />
        <label className="flex cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            checked={isDecorative}
            onChange={(event) => setIsDecorative(event.currentTarget.checked)}
            className="size-4 accent-signal"
          />
          Decorative: there is nothing to say
        </label>
        <SelectField label="Width" name="width" defaultValue={String(before['shown'] ?? '')}>
          <option value="">Full</option>
          {rules.widthNames.map((name) => (
            <option key={name} value={name}>
              {name.charAt(0).toUpperCase() + name.slice(1).replace('-', ' ')}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  );
}
