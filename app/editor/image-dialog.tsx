import type { Editor } from '@tiptap/core';
import { useState } from 'react';

import { SelectField, TextArea } from '#app/ui/field.tsx';
import type { BodyRules } from './body-rules.ts';
import { FormDialog } from './form-dialog.tsx';

/** What an image shows, for those who cannot see it, and how wide it stands. */
export function ImageDialog({
  editor,
  rules,
  onClose,
}: {
  editor: Editor;
  rules: BodyRules;
  onClose: () => void;
}) {
  const before = editor.getAttributes('image');
  const [isDecorative, setIsDecorative] = useState(before['alt'] === '');

  function apply(fields: FormData): boolean {
    const words = String(fields.get('alt') ?? '').trim();
    editor.commands.updateAttributes('image', {
      alt: isDecorative ? '' : words || null,
      shown: String(fields.get('width') ?? '') || null,
    });
    return true;
  }

  return (
    <FormDialog editor={editor} title="Image" onApply={apply} onClose={onClose}>
      <TextArea
        label="Alt text"
        name="alt"
        rows={3}
        maxLength={1000}
        disabled={isDecorative}
        defaultValue={typeof before['alt'] === 'string' ? before['alt'] : ''}
        hint="What the image shows, for readers who cannot see it."
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
    </FormDialog>
  );
}
