import { ArrowLeft, MailOpen, Reply, ShieldAlert, ShieldCheck, Trash2, UserX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, data, href } from 'react-router';

import type { Route } from './+types/message';
import { getMessage } from '#domain/messages/get-message.ts';
import { spamReasons } from '#domain/messages/message-status.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { shortMoment } from '../dates.ts';
import { useAction } from '../actions/use-action.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { AssignmentCard } from './assignment-card.tsx';
import { DeleteMessageDialog } from './delete-message-dialog.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { factsOf } from './message-facts.ts';
import { messageFailures } from './message-failures.ts';
import { messageVerbs } from './message-verbs.ts';
import { NotesCard } from './notes-card.tsx';

const loadFailure = 'Failed to load message.';

export async function loader({ params, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const { createdAt, notes, ...message } = await getMessage(domain, params.id);
    return data({
      ...message,
      received: shortMoment(createdAt, domain.timeZone),
      notes: notes.map(({ createdAt: at, ...note }) => ({ ...note, at: shortMoment(at, domain.timeZone) })),
      delivers: domain.deliversMessages,
    });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export const action = formAction(messageFailures, messageVerbs);

export const clientAction = formClientAction(messageFailures);

export const handle = new FailingScreen('Message', loadFailure, {
  to: href('/admin/messages'),
  label: 'Back to Messages',
});

export function meta() {
  return screenMeta('Message');
}

export default function MessageScreen({ loaderData: message }: Route.ComponentProps) {
  const [open, setOpen] = useState<'delete' | 'erase' | null>(null);
  const close = () => setOpen(null);
  useMarkAsRead(message);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Link to={href('/admin/messages')} className={buttonClass('quiet', '-ml-3')}>
            <ArrowLeft />
            Back to Messages
          </Link>
          <div className="flex flex-wrap gap-2">
            <a href={replyTo(message)} className={buttonClass('primary')}>
              <Reply />
              Reply
            </a>
            <ActionButton intent="unread">
              <MailOpen />
              Mark as unread
            </ActionButton>
            <ActionButton intent={message.spamReason === null ? 'spam' : 'not-spam'}>
              {message.spamReason === null ? <ShieldAlert /> : <ShieldCheck />}
              {message.spamReason === null ? 'Move to spam' : 'Not spam'}
            </ActionButton>
            <Button onClick={() => setOpen('delete')}>
              <Trash2 />
              Delete
            </Button>
            <Button onClick={() => setOpen('erase')}>
              <UserX />
              Erase this person
            </Button>
          </div>
        </div>
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere [unicode-bidi:plaintext]">
          {message.subject}
        </h1>
        {message.spamReason !== null && (
          <p className="rounded-md border border-line-strong bg-sunken px-3 py-2">
            Kept aside as spam: {spamReasons[message.spamReason]}. It is deleted after 30 days.
          </p>
        )}
      </header>

      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card title={message.kind === 'application' ? 'Application' : 'Message'}>
            <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
              {factsOf(message).map(({ name, value, to }) => (
                <div key={name} className="contents">
                  <dt className="text-ink-soft">{name}</dt>
                  <dd className="wrap-anywhere max-sm:mb-1">
                    {to === undefined ? (
                      value
                    ) : (
                      <Link
                        to={to}
                        title="Show all messages with this origin"
                        className="inline-block min-h-6 underline underline-offset-4"
                      >
                        {value}
                      </Link>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            <div className="border-t border-line pt-3">
              <p className="max-w-[75ch] text-base leading-relaxed whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
                {message.message}
              </p>
            </div>
          </Card>
          <NotesCard notes={message.notes} />
        </div>
        <div className="grid gap-4">
          <AssignmentCard
            key={`${message.status} ${message.ownerId}`}
            status={message.status}
            ownerId={message.ownerId}
            owners={message.owners}
          />
          <DeliveryCard state={message.delivery} maySend={message.delivers && message.spamReason === null} />
        </div>
      </div>

      {open === 'delete' && <DeleteMessageDialog name={message.name} onClose={close} />}
      {open === 'erase' && <EraseDialog email={message.email} leaves onClose={close} />}
    </div>
  );
}

/** A message is marked as read when it is opened; marked as unread, it stays so until it is opened again. */
function useMarkAsRead({ id, isRead }: { id: string; isRead: boolean }) {
  const { submit } = useAction({ isQuiet: true });
  const markedId = useRef<string>(null);
  useEffect(() => {
    if (markedId.current === id) return;
    markedId.current = id;
    if (!isRead) void submit({ intent: 'read' }, { method: 'post' });
  }, [id, isRead, submit]);
}

/** A button that does one thing to the message. */
function ActionButton({ intent, children }: { intent: string; children: React.ReactNode }) {
  const { Form, isBusy } = useAction();
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" pending={isBusy}>
        {children}
      </Button>
    </Form>
  );
}

function replyTo({ email, subject }: { email: string; subject: string }): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}

export const ErrorBoundary = ScreenFailure;
