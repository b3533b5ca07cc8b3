import { useId } from 'react';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { useAction } from '../actions/use-action.ts';
import type { TermTableRow } from './term-table.tsx';
import { termWords } from './term-messages.ts';

/** Makes a term, or changes one. */
export function TermDialog({
  kind,
  term,
  onClose,
}: {
  kind: TermKind;
  term: TermTableRow | null;
  onClose: () => void;
}) {
  const form = useId();
  const { Form, isBusy, fieldErrors } = useAction({ onDone: onClose, onStale: onClose });
  const { title } = termWords[kind];

  return (
    <Dialog
      title={term === null ? `Create New ${title}` : `Edit ${title}`}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" pending={isBusy}>
            {term === null ? 'Create' : 'Update'}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        method="post"
        className="grid gap-3 text-ink"
        onSubmit={(event) => {
          if (isBusy) event.preventDefault();
        }}
      >
        <input type="hidden" name="intent" value={term === null ? 'create' : 'update'} />
        {term !== null && <input type="hidden" name="id" value={term.id} />}
        <TextField
          label="Name"
          name="name"
          required
          maxLength={120}
          autoComplete="off"
          data-autofocus
          defaultValue={term?.name ?? ''}
          error={fieldErrors['name']}
        />
        <TextField
          label="Slug"
          name="slug"
          maxLength={120}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Auto-generated if empty"
          defaultValue={term?.slug ?? ''}
          error={fieldErrors['slug']}
        />
        {kind === 'category' && (
          <TextArea
            label="Description"
            name="description"
            rows={3}
            maxLength={2_000}
            placeholder="Optional"
            defaultValue={term?.description ?? ''}
            error={fieldErrors['description']}
          />
        )}
      </Form>
    </Dialog>
  );
}
