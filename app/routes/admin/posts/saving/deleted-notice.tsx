import { useState } from 'react';

import { kinds } from '#domain/core/kinds.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import { postFormData } from '../state/post-values.ts';
import type { TextControls } from '../state/use-text.ts';

/** Says that the post was deleted while its text was being edited, and saves the text as a new post on request. */
export function DeletedNotice({ text }: { text: TextControls }) {
  const { submit, isBusy, result } = useAction({ isQuiet: true });
  const [creationKey] = useState(randomUuid);
  const noun = kinds[text.values.kind].noun;

  /** Answered with a redirect to the list. */
  function saveAsNew() {
    const { values, content } = text.now();
    const form = postFormData({ ...values, published: false }, content, {
      intent: 'save-as-new',
      creationKey,
    });
    void submit(form, { method: 'post', encType: 'multipart/form-data' });
  }

  return (
    <Notice tone="warn">
      <p>This {noun} has been deleted. What you typed is still here.</p>
      {result?.ok === false && <p>{result.message}</p>}
      <Button className="mt-2" pending={isBusy} onClick={saveAsNew}>
        Save as a new {noun}
      </Button>
    </Notice>
  );
}
