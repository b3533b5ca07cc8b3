import { useRef } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { nextAttempt, type SaveAttempt } from '#app/routes/admin/editing/saving/save-attempts.ts';
import { useForm } from './use-post-form.ts';
import type { PostValues } from '../state/post-values.ts';
import { postText } from '../saving/post-text.ts';

const request = { kind: 'submit', published: false } as const;

/** Says that the post was deleted while its text was being edited, and saves the text as a new post on request. */
export function DeletedNotice() {
  const { props, text, noun, creationKey } = useForm();
  const { submit, isBusy, result } = useAction({ isQuiet: true });
  const last = useRef<SaveAttempt<PostValues>>(undefined);

  /** Answered with a redirect to the list. Text that was changed after a lost answer is another new post. */
  function saveAsNew() {
    const { writer, timeZone, begunOn } = props;
    const { values: before, ...body } = text.now();
    const authorId = begunOn === undefined ? before.authorId : writer.userId;
    const sent = { ...body, values: { ...before, authorId, published: false } };
    const attempt = nextAttempt(last.current, { request, before, sent });
    last.current = attempt;
    const { key } = attempt;
    const kind = postText({ writerId: writer.userId, timeZone }, key, null);
    const form = kind.formData(sent, { request, saveKey: key, stored: null });
    form.set('intent', 'save-as-new');
    form.set('journalKey', creationKey);
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
