import { useState } from 'react';
import { href } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { useAction } from '#app/routes/admin/actions/use-action.ts';

const widths = [
  { name: 'Phone', width: 'w-[375px]' },
  { name: 'Computer', width: 'w-[680px] max-sm:hidden' },
];

/** The email at two widths, its size, and a test of it. */
export function EmailPreview({
  postId,
  email,
  hasSent,
  test,
}: {
  postId: string;
  email: { subject: string; bytes: number; isLarge: boolean };
  /** Whether there is an email that was sent, besides the one that would be. */
  hasSent: boolean;
  /** Where a test goes; null: none can be sent. */
  test: string | null;
}) {
  const [which, setWhich] = useState<'now' | 'sent'>(hasSent ? 'sent' : 'now');
  const { Form, isBusy } = useAction();
  const address = `${href('/admin/posts/edit/:id/email/preview', { id: postId })}?which=${which}`;
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
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-soft">Subject</dt>
        <dd dir="auto" className="wrap-anywhere max-sm:mb-1">
          {email.subject}
        </dd>
        <dt className="text-ink-soft">Size</dt>
        <dd className="tabular-nums">{Math.max(1, Math.round(email.bytes / 1_000))} kB</dd>
      </dl>
      {email.isLarge && (
        <p className="max-w-[80ch] text-pretty text-warn">
          Above 100 kB some mail programs cut an email off. Its readers then follow a link to see the rest.
        </p>
      )}
      {test !== null && (
        <Form method="post" className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <input type="hidden" name="intent" value="test" />
          <Button type="submit" pending={isBusy}>
            Send me a test
          </Button>
          <span className="text-ink-soft wrap-anywhere">To {test}</span>
        </Form>
      )}
      <div className="flex flex-wrap items-start gap-4">
        {widths.map(({ name, width }) => (
          <figure key={name} className={`grid max-w-full min-w-0 gap-1.5 ${width}`}>
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
    </Card>
  );
}
