import { useState, type ReactNode } from 'react';
import { href, Link } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DatePicker } from '#app/ui/date-picker.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ActionButton } from '#app/routes/admin/actions/action-button.tsx';
import { ConfirmAction } from '#app/routes/admin/actions/confirm-action.tsx';
import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import { counted } from '#domain/fields/counted.ts';
import type { EmailWords } from './email-preview.tsx';
import type { Emails, ShownSending } from './load-emails.ts';

/** Offers to email the post: when; asks before it does. */
export function SendCard({
  post,
  next,
  held,
  earlier,
  timeZone,
  today,
  words,
}: Pick<Emails, 'post' | 'next' | 'held' | 'timeZone' | 'today'> & {
  earlier: ShownSending | null;
  words: EmailWords;
}) {
  const [when, setWhen] = useState('public');
  const [later, setLater] = useState({ day: '', time: '09:00' });
  const [dayError, setDayError] = useState<string>();
  const getting = next.subscribers - next.received;
  const isAgain = earlier !== null || next.restoredAt !== null;

  if (held.length > 0) return <Held held={held} number={numberMessage(getting, next)} />;
  const fields = {
    intent: 'send',
    ...words,
    number: String(next.number),
    when,
    ...(when === 'later' ? later : { day: '', time: '' }),
    again: isAgain ? 'yes' : '',
  };
  return (
    <Card title={earlier === null ? 'Email this post to subscribers' : 'Email this post again'}>
      {next.restoredAt !== null && (
        <Notice tone="warn" title="It may have been emailed already">
          This site was restored from a backup on {next.restoredAt}. What was sent after that backup was made
          is not known here.
        </Notice>
      )}
      <div className="grid max-w-xl gap-3">
        <SelectField label="When" value={when} onChange={({ currentTarget: { value } }) => setWhen(value)}>
          <option value="public">{post.isPublic ? 'Now' : 'As soon as the post is public'}</option>
          <option value="later">At another time</option>
        </SelectField>
        {when === 'later' && (
          <Later {...later} today={today} error={dayError} onChange={setLater}>
            Time zone: {timeZone}. {!post.isPublic && 'It is sent then only if the post is public.'}
          </Later>
        )}
        <p aria-live="polite" className="tabular-nums">
          {numberMessage(getting, next)}
        </p>
        <DialogButton
          variant="primary"
          className="justify-self-start"
          disabled={getting === 0}
          dialog={
            <ConfirmAction
              title={`Email ${counted(getting, 'subscriber')}?`}
              no="Back"
              confirm={`Email ${counted(getting, 'subscriber')}`}
              variant="primary"
              fields={fields}
              onSettled={(result) => setDayError(result.ok ? undefined : result.fieldErrors['day'])}
            >
              <p>{questionAbout(getting, next, earlier)}</p>
            </ConfirmAction>
          }
        >
          {earlier === null ? 'Email…' : 'Email again…'}
        </DialogButton>
      </div>
    </Card>
  );
}

/** @param number how many would get it, in words */
function Held({ held, number }: Pick<Emails, 'held'> & { number: string }) {
  const mayAccept = useCan('accept-newsletter-setup') && !held.some(({ id }) => id === 'settings');
  return (
    <Card title="Email this post to subscribers">
      <Notice tone="warn" title="Posts cannot be emailed yet">
        <p>{number.replace('will', 'would')} Missing before that:</p>
        <ul className="my-1.5 list-disc ps-4">
          {held.map(({ id, name, finding }) => (
            <li key={id}>
              {name}
              {finding !== '' && <span className="text-ink-soft">: {finding}</span>}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2 pt-1 pb-1.5">
          <Link to={href('/admin/newsletter')} className={buttonClass()}>
            Open the newsletter settings
          </Link>
          {mayAccept && <ActionButton fields={{ intent: 'accept' }}>Allow sending anyway</ActionButton>}
        </div>
      </Notice>
    </Card>
  );
}

type Moment = { day: string; time: string };

/** @param children what the moment means, below it */
function Later({
  day,
  time,
  today,
  error,
  onChange,
  children,
}: Moment & {
  today: string;
  error: string | undefined;
  onChange: (later: Moment) => void;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-end gap-2 *:grow *:first:basis-44 *:last:basis-30">
        <DatePicker
          label="Day"
          placeholder="Pick a day"
          day={day}
          today={today}
          onChange={(next) => onChange({ day: next, time })}
        />
        <TextField
          label="Time of day"
          type="time"
          value={time}
          onChange={({ currentTarget: { value } }) => onChange({ day, time: value })}
        />
      </div>
      <p className="text-ink-soft">{children}</p>
      {error !== undefined && <p className="text-danger">{error}</p>}
    </div>
  );
}

function questionAbout(
  getting: number,
  { restoredAt }: Emails['next'],
  earlier: ShownSending | null,
): string {
  if (restoredAt !== null)
    return `If this post was emailed after the backup was made, ${counted(getting, 'subscriber')} may get it a second time.`;
  if (earlier === null)
    return 'Sent emails cannot be recalled. You can pause or cancel while they are being sent.';
  const before = earlier.state === 'cancelled' ? 'An earlier sending was cancelled' : 'It was emailed';
  return `${before} on ${earlier.finishedAt}. Those who have not got it will get it. No one gets it twice.`;
}

function numberMessage(getting: number, { subscribers, received }: Emails['next']): string {
  if (subscribers === 0) return 'There are no confirmed subscribers who would get it.';
  if (getting === 0) return `All ${counted(received, 'subscriber')} have got this post already.`;
  return `${counted(getting, 'subscriber')} will get it.`;
}
