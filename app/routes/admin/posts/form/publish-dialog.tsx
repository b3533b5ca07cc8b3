import { useEffect } from 'react';
import type { Noun } from '#domain/kinds.ts';

import { Question } from '#app/ui/confirm-dialog.tsx';
import { useLatest } from '#app/ui/use-latest.ts';

/** Asks before the shortcut publishes; the same keys again say yes. Cancel has the focus. */
export function PublishDialog({
  noun,
  isPublished,
  lines,
  onCancel,
  onConfirm,
}: {
  noun: Noun;
  /** Whether what is stored is public already. */
  isPublished: boolean;
  /** What will happen. */
  lines: readonly string[];
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const confirm = useLatest(onConfirm);
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
      onNo={onCancel}
      onYes={onConfirm}
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Question>
  );
}
