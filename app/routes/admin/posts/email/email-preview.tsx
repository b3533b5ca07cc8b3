import { useState } from 'react';
import { href } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { ActionButton } from '#app/routes/admin/actions/action-button.tsx';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import type { Emails } from './load-emails.ts';

const widths = [
  { name: 'Phone', width: 'basis-[375px]' },
  { name: 'Computer', width: 'basis-[680px] max-sm:hidden' },
];

/** The words of the email beside the post; an empty subject is the title. */
export type EmailWords = { subject: string; introduction: string };

type Props = {
  postId: string;
  /** As it is stored. */
  email: Emails['email'];
  words: EmailWords;
  onWords: (words: EmailWords) => void;
  /** True if the words are those of a sending that is planned, or of a new one; null: they are fixed. */
  edits: 'planned' | 'new' | null;
  /** True if there is an email that was sent, besides the one that would be. */
  hasSent: boolean;
  /** Where a test goes; null: none can be sent. */
  test: string | null;
};

/** The words of the email, the email at two widths, its size, and a test of it. */
export function EmailPreview({ postId, email, words, onWords, edits, hasSent, test }: Props) {
  const [which, setWhich] = useState<'now' | 'sent'>(hasSent ? 'sent' : 'now');
  const save = useAction();
  // A frame is loaded when a field is left, not at every key.
  const [shown, setShown] = useState<EmailWords>(words);
  const { subject, introduction } = shown;
  const search = new URLSearchParams({ which, subject, introduction });
  const address = `${href('/admin/posts/edit/:id/email/preview', { id: postId })}?${search}`;
  const isSaved = words.subject === email.subject && words.introduction === email.introduction;
  return (
    <Card
      title="The email"
      actions={
        hasSent && (
          <div className="flex flex-wrap gap-1">
            {(['sent', 'now'] as const).map((one) => (
              <Button
                key={one}
                variant="quiet"
                aria-pressed={which === one}
                onClick={() => setWhich(one)}
                className="aria-pressed:bg-sunken aria-pressed:text-ink"
              >
                {one === 'sent' ? 'As it was sent' : 'As it would be now'}
              </Button>
            ))}
          </div>
        )
      }
    >
      {edits !== null && (
        <div className="grid max-w-xl gap-3" onBlur={() => setShown(words)}>
          <TextField
            label="Subject"
            dir="auto"
            maxLength={200}
            placeholder={email.title}
            value={words.subject}
            error={save.fieldErrors['subject']}
            onChange={({ currentTarget: { value } }) => onWords({ ...words, subject: value })}
          />
          <TextArea
            label="Introduction"
            dir="auto"
            rows={3}
            maxLength={1_000}
            hint="Shown above the post."
            value={words.introduction}
            error={save.fieldErrors['introduction']}
            onChange={({ currentTarget: { value } }) => onWords({ ...words, introduction: value })}
          />
          {edits === 'planned' && !isSaved && (
            <Button
              className="justify-self-start"
              pending={save.isBusy}
              onClick={() => void save.submit({ intent: 'reword', ...words })}
            >
              Save
            </Button>
          )}
        </div>
      )}
      <p className="text-ink-soft tabular-nums">Size: {Math.max(1, Math.round(email.bytes / 1_000))} kB</p>
      {email.isLarge && (
        <p className="max-w-[80ch] text-pretty text-warn">
          Above 100 kB some mail programs cut an email off. Its readers then follow a link to see the rest.
        </p>
      )}
      {test !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ActionButton fields={{ intent: 'test', ...words }}>Send me a test</ActionButton>
          <span className="text-ink-soft wrap-anywhere">To {test}</span>
        </div>
      )}
      <Frames address={address} />
    </Card>
  );
}

function Frames({ address }: { address: string }) {
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-4">
      {widths.map(({ name, width }) => (
        <figure
          key={name}
          className={`grid max-w-full min-w-0 shrink grid-cols-[minmax(0,1fr)] gap-1.5 ${width}`}
        >
          <figcaption className="text-ink-soft">{name}</figcaption>
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the answer of this address has a sandbox of its own */}
          <iframe
            title={`The email on a ${name.toLowerCase()}`}
            src={address}
            className="h-160 w-full rounded-md border border-line bg-surface"
          />
        </figure>
      ))}
    </div>
  );
}
