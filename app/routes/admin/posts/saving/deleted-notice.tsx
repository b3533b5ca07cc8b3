import { useState } from 'react';
import { useFetcher } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { postFormData } from '../state/post-values.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import type { SaveOutcome } from './save-outcome.ts';
import type { TextControls } from '../state/use-text.ts';

/** The post was deleted while somebody was writing it: what they wrote can become another one. */
export function GoneNotice({ text }: { text: TextControls }) {
  const fetcher = useFetcher<SaveOutcome>();
  const [creationKey] = useState(randomUuid);
  const outcome = fetcher.data;

  /** Answered with the way to the list. */
  function saveAsNew() {
    const { values, content } = text.now();
    const form = postFormData({ ...values, published: false }, content, {
      intent: 'save-as-new',
      creationKey,
    });
    void fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' });
  }

  return (
    <Notice>
      <p>This post has been deleted. What you typed is still here.</p>
      {outcome && 'message' in outcome && <p>{outcome.message}</p>}
      <Button className="mt-2" pending={fetcher.state !== 'idle'} onClick={saveAsNew}>
        Save as a new post
      </Button>
    </Notice>
  );
}
