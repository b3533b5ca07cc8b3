import { ArrowLeft, MailOpen, Reply, ShieldAlert, ShieldCheck, Trash2, UserX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, data, useFetcher } from 'react-router';

import type { Route } from './+types/message';
import { getMessage } from '#domain/messages/get-message.ts';
import { spamReasons } from '#domain/messages/message-status.ts';
import { formFields, textField } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { shortMoment } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { withNetworkFallback } from '../network-error.ts';
import { actOf } from './message-action.ts';
import { CareCard } from './assignment-card.tsx';
import { DeleteMessageDialog } from './delete-message-dialog.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { factsOf } from './message-facts.ts';
import { NotesCard } from './notes-card.tsx';
import type { Outcome } from './outcome.ts';
import { useOutcome } from './use-outcome.ts';

const loadFailure = 'Failed to load message.';
const failure = 'Failed to update message.';

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

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const act = actOf(textField(form, 'intent'));
  if (!act) return data<Outcome>({ ok: false, message: failure }, { status: 400 });
  try {
    return data<Outcome>({
      ok: true,
      message: await act(context.get(domainContext), params.id, formFields(form)),
    });
  } catch (error) {
    const { status, message } = failureOf(error, failure, context);
    return data<Outcome>({ ok: false, message }, { status });
  }
}

/** A failing line or an ended session is an answer too: the screen and what was typed stay. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withNetworkFallback(serverAction(), failure, (message): Outcome => ({ ok: false, message }));
}

export const handle = new FailingScreen('Message', loadFailure, {
  to: '/admin/messages',
  label: 'Back to Messages',
});

export function meta() {
  return screenMeta('Message');
}

export default function MessageScreen({ loaderData: message }: Route.ComponentProps) {
  const [open, setOpen] = useState<'delete' | 'erase' | null>(null);
  const close = () => setOpen(null);
  useReading(message);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Link to="/admin/messages" className={buttonClass('quiet', '-ml-3')}>
            <ArrowLeft />
            Back to Messages
          </Link>
          <div className="flex flex-wrap gap-2">
            <a href={replyTo(message)} className={buttonClass('primary')}>
              <Reply />
              Reply
            </a>
            <Press intent="unread">
              <MailOpen />
              Mark as unread
            </Press>
            <Press intent={message.spamReason === null ? 'spam' : 'not-spam'}>
              {message.spamReason === null ? <ShieldAlert /> : <ShieldCheck />}
              {message.spamReason === null ? 'Move to spam' : 'Not spam'}
            </Press>
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
          <CareCard
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

/** Whoever has it on the screen has read it; marked unread, it stays so until it is opened again. */
function useReading({ id, isRead }: { id: string; isRead: boolean }) {
  const { submit } = useFetcher<Outcome>();
  const told = useRef<string>(null);
  useEffect(() => {
    if (told.current === id) return;
    told.current = id;
    if (!isRead) void submit({ intent: 'read' }, { method: 'post' });
  }, [id, isRead, submit]);
}

/** Does one thing to the message. */
function Press({ intent, children }: { intent: string; children: React.ReactNode }) {
  const fetcher = useFetcher<Outcome>();
  useOutcome(fetcher.data);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" pending={fetcher.state !== 'idle'}>
        {children}
      </Button>
    </fetcher.Form>
  );
}

function replyTo({ email, subject }: { email: string; subject: string }): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}

export const ErrorBoundary = ScreenFailure;
