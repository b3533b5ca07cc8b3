import { failureWords } from '#domain/fields/failure-words.ts';
import { Card } from '#app/ui/card.tsx';
import { Details } from '#app/ui/details.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ActionButton } from '#app/routes/admin/actions/action-button.tsx';
import { ConfirmButton } from '#app/routes/admin/actions/confirm-action.tsx';
import type { ShownSending } from './load-emails.ts';

/** A sending: how far it is, its figures, and what can be done about it. */
export function SendingCard({
  sending,
  isOnly,
  isStarting,
  maySend,
  visits,
}: {
  sending: ShownSending;
  isOnly: boolean;
  /** Its time has come. */
  isStarting: boolean;
  maySend: boolean;
  /** The figures of the post, from all of its emails; null: shown with another one. */
  visits: number | null;
}) {
  const { state, recipients, pause_reason: reason, last_error: lastError } = sending;
  const isOpen = state === 'scheduled' || state === 'sending';
  const title = isStarting && !sending.isPaused ? 'Starting' : titleOf(sending);
  return (
    <Card title={isOnly ? title : `${title} (sending ${sending.number})`}>
      <p className="text-ink-soft wrap-anywhere">{readersOf(sending)}</p>
      {reason !== null && (
        <Notice tone="warn" title="On hold">
          {reason}
        </Notice>
      )}
      {state === 'sending' && (
        <div className="grid gap-1">
          <progress
            aria-label="Emails sent"
            max={Math.max(1, recipients)}
            value={settledOf(sending)}
            className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-signal"
          />
          {lastError !== null && (
            <>
              <p className="text-ink-soft">{failureWords(lastError, 'The mail server')} It is tried again.</p>
              <Details text={lastError} />
            </>
          )}
        </div>
      )}
      {sending.startedAt !== null && (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-5">
          <Count name="Sent" value={sending.sent} />
          <Count name="Bounced" value={sending.bounced} />
          <Count name="Unsubscribed" value={sending.unsubscribed} />
          <Count name="Complaints" value={sending.complained} />
          {visits !== null && <Count name="Visits" value={visits} />}
          {sending.failed > 0 && <Count name="Refused" value={sending.failed} />}
          {sending.skipped > 0 && <Count name="Left out" value={sending.skipped} />}
        </dl>
      )}
      {sending.skipped > 0 && (
        <p className="text-ink-soft">
          Subscribers are left out when they unsubscribe before the email reaches them, or when the email is
          cancelled.
        </p>
      )}
      {isOpen && maySend && <Controls sending={sending} />}
    </Card>
  );
}

/** To how many of its recipients it was sent, or is no longer. */
function settledOf({ recipients, sent, failed, bounced, skipped }: ShownSending): number {
  return Math.min(recipients, sent + failed + bounced + skipped);
}

function titleOf(sending: ShownSending): string {
  const { state, isPaused, recipients, finishedAt } = sending;
  const progress = `${count(settledOf(sending))} of ${count(recipients)}`;
  if (state === 'sent') return `Emailed on ${finishedAt}`;
  if (state === 'cancelled') return `Cancelled on ${finishedAt}`;
  if (state === 'sending') return isPaused ? `Paused at ${progress}` : `Sending ${progress}`;
  if (isPaused) return 'Held';
  return sending.startsAt === null
    ? 'To be emailed when the post is public'
    : `To be emailed on ${sending.startsAt}`;
}

function readersOf({ number, recipients, state }: ShownSending): string {
  const again = number === 1 ? '' : ' who had not got it';
  const many = state === 'scheduled' ? '' : `: ${count(recipients)}`;
  return `All subscribers${again}${many}`;
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums">{count(value)}</dd>
    </div>
  );
}

function Controls({ sending }: { sending: ShownSending }) {
  return (
    <div className="flex flex-wrap gap-2">
      {sending.isPaused ? (
        <ActionButton variant="primary" fields={{ intent: 'continue' }}>
          Continue
        </ActionButton>
      ) : (
        <ActionButton fields={{ intent: 'pause' }}>Pause</ActionButton>
      )}
      <ConfirmButton
        title="Cancel the emails?"
        no="Back"
        confirm="Cancel the emails"
        fields={{ intent: 'cancel' }}
      >
        <p>
          {sending.state === 'scheduled'
            ? 'The post will not be emailed.'
            : `${count(sending.recipients - settledOf(sending))} subscribers have not got the post yet and will not get it. What was sent stays sent.`}
        </p>
      </ConfirmButton>
    </div>
  );
}

function count(n: number): string {
  return n.toLocaleString('en-US');
}
