import { useEffect } from 'react';

import { Question } from '#app/ui/confirm-dialog.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import { useForm } from './use-post-form.ts';

/** Asks before the shortcut publishes; the same keys again say yes. Cancel has the focus. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { noun, saving, outcome, publish } = useForm();
  const isPublished = saving.stored?.isPublished === true;
  const confirm = useLatest(() => {
    onClose();
    publish();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      confirm.current();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [confirm]);

  return (
    <Question
      title={isPublished ? `Save the changes to the published ${noun}?` : `Publish this ${noun}?`}
      yes={isPublished ? 'Save Changes' : 'Publish'}
      variant="primary"
      onNo={onClose}
      onYes={() => confirm.current()}
    >
      {outcome.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Question>
  );
}
