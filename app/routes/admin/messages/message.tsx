import { ArchiveRestore, MailOpen, ShieldAlert, ShieldCheck, Trash2, UserX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { href, redirect } from 'react-router';

import type { Route } from './+types/message';
import {
  addNote,
  changeMessage,
  deleteMessage,
  deleteMessageForGood,
  fileAsSpam,
  markMessageRead,
  restoreMessage,
  sendMessageAgain,
  takeOutOfSpam,
} from '#domain/messages/handle-message.ts';
import { getMessage } from '#domain/messages/get-message.ts';
import { kindNames, noteLimit, statusNames } from '#domain/messages/message-status.ts';
import { stageLabel } from '#domain/messages/business-stages.ts';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { SelectField, TextArea } from '#app/ui/field.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { ActionMenu, type MenuEntry } from '../actions/action-menu.tsx';
import { CardForm } from '../actions/card-form.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { formAction, type FormVerb, onSubject } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { useAction } from '../actions/use-action.ts';
import { shortMoment } from '../dates.ts';
import { Day, Moment } from '../hooks/dates.tsx';
import { Page } from '../frame/page.tsx';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { Screen } from '../frame/screen.tsx';
import { EraseDialog, KeptElsewhere } from './erase-dialog.tsx';
import { DeliveryText } from './message-badges.tsx';
import { ReplyLink } from './reply-link.tsx';

const failure = 'Failed to update message.';

type Params = { id: string };

export const loader = screenLoader(async (domain, { params }: { params: Params }) => {
  const message = await getMessage(domain, params.id);
  const received = shortMoment(message.createdAt, domain.timeZone);
  return { ...message, received, delivers: domain.deliversMessages };
});

const verbs = {
  read: onSubject((ctx, id) => markMessageRead(ctx, id, true), null),
  change: onSubject(changeMessage, 'Message updated successfully.'),
  async answered(ctx, _, { params: { id } }) {
    const { status, ownerId } = await getMessage(ctx, id);
    const owner = ownerId ?? '';
    await changeMessage(ctx, id, { status: 'answered', owner });
    const action = href('/admin/messages/:id', { id });
    return { done: 'Marked as answered.', undo: { action, fields: { intent: 'change', status, owner } } };
  },
  note: onSubject((ctx, id, { note }) => addNote(ctx, id, note), 'Note added successfully.'),
  'send-again': onSubject(sendMessageAgain, 'The message will be sent in a moment.'),
  spam: onSubject(fileAsSpam, 'Moved to spam.'),
  'not-spam': onSubject(takeOutOfSpam, 'Moved to the inbox.'),
  async unread(ctx, _, { params }) {
    await markMessageRead(ctx, params.id, false);
    throw redirect(href('/admin/messages'));
  },
  async delete(ctx, _, { params }) {
    await deleteMessage(ctx, params.id);
    throw redirectWithToast(href('/admin/messages'), { key: 'message-deleted' });
  },
  restore: onSubject(restoreMessage, 'Message restored successfully.'),
  async 'delete-for-good'(ctx, _, { params }) {
    await deleteMessageForGood(ctx, params.id);
    throw redirectWithToast(href('/admin/messages'), { key: 'message-deleted-for-good' });
  },
} satisfies Record<string, FormVerb<Params>>;

export const action = formAction(failure, verbs);

export const clientAction = formClientAction(failure);

export const handle = new Screen('Message', 'Failed to load message.', {
  back: { to: href('/admin/messages'), label: 'Back to Messages' },
});

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function MessageScreen({ loaderData: message }: Route.ComponentProps) {
  useMarkAsRead({ id: message.id, isRead: message.isRead || message.leavesAt !== null });

  return (
    <Page heading={message.subject} actions={<Actions {...message} />} intro={<Fate {...message} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card title={message.kind === 'application' ? 'Application' : 'Message'}>
            <Facts facts={factsOf(message)} />
            <div className="border-t border-line pt-3">
              <p className="max-w-[75ch] text-base leading-relaxed whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
                {message.message}
              </p>
            </div>
          </Card>
          {message.leavesAt === null && <NotesCard notes={message.notes} />}
        </div>
        {message.leavesAt === null && (
          <div className="grid gap-4">
            <AssignmentCard
              key={`${message.status} ${message.ownerId}`}
              status={message.status}
              ownerId={message.ownerId}
              owners={message.owners}
            />
            <Card title="Delivery">
              <div>
                <DeliveryText state={message.delivery} />
              </div>
              {message.delivers && message.spamReason === null && (
                <ActionButton fields={{ intent: 'send-again' }}>Send again</ActionButton>
              )}
            </Card>
          </div>
        )}
      </div>
    </Page>
  );
}

/** Until when a message that is spam or deleted is kept. */
function Fate({ leavesAt, spamReason }: Loaded) {
  if (leavesAt === null && spamReason === null) return null;
  return (
    <p className="w-full rounded-md border border-line-strong bg-sunken px-3 py-2">
      {leavesAt === null ? (
        `Marked as spam: ${spamReason}. It is deleted after 30 days.`
      ) : (
        <>
          Deleted. It can be restored until <Day at={leavesAt} />; then it is gone for good.
        </>
      )}
    </p>
  );
}

function Actions(message: Loaded) {
  const { submit } = useAction();
  const { name, email, spamReason, leavesAt } = message;
  const erase: MenuEntry = {
    name: 'Erase this person',
    icon: UserX,
    danger: true,
    dialog: <EraseDialog email={email} leaves />,
  };
  if (leavesAt !== null) {
    return (
      <>
        <ActionButton icon={ArchiveRestore} variant="primary" fields={{ intent: 'restore' }}>
          Restore
        </ActionButton>
        <ActionMenu entries={[deleteEntry('Delete for good', name), erase]} />
      </>
    );
  }
  return (
    <>
      <ReplyLink {...message} />
      <ActionButton
        icon={spamReason === null ? ShieldAlert : ShieldCheck}
        fields={{ intent: spamReason === null ? 'spam' : 'not-spam' }}
      >
        {spamReason === null ? 'Move to spam' : 'Not spam'}
      </ActionButton>
      <ActionMenu
        entries={[
          { name: 'Mark as unread', icon: MailOpen, run: () => void submit({ intent: 'unread' }) },
          deleteEntry('Delete', name),
          erase,
        ]}
      />
    </>
  );
}

function deleteEntry(name: 'Delete' | 'Delete for good', sender: string): MenuEntry {
  const isForGood = name === 'Delete for good';
  return {
    name,
    icon: Trash2,
    danger: true,
    dialog: (
      <ConfirmAction
        title={isForGood ? 'Delete Message for Good' : 'Delete Message'}
        confirm="Delete"
        fields={{ intent: isForGood ? 'delete-for-good' : 'delete' }}
      >
        <p>
          {isForGood
            ? `Are you sure you want to delete the message of ${sender} for good? This action cannot be undone.`
            : `Are you sure you want to delete the message of ${sender}? It can be restored for 30 days, under Deleted.`}
        </p>
        {isForGood && <KeptElsewhere />}
      </ConfirmAction>
    ),
  };
}

/** A message is marked as read when it is opened; marked as unread, it stays so until it is opened again. */
function useMarkAsRead({ id, isRead }: { id: string; isRead: boolean }) {
  const { submit } = useAction({ isQuiet: true });
  const markedId = useRef<string>(null);
  useEffect(() => {
    if (markedId.current === id) return;
    markedId.current = id;
    if (!isRead) void submit({ intent: 'read' });
  }, [id, isRead, submit]);
}

function factsOf(message: Loaded): [string, string | null][] {
  return [
    ['From', message.name],
    ['Email', message.email],
    ['Phone', message.phone],
    ['Industry', message.industry],
    ['Business stage', message.businessStage === null ? null : stageLabel(message.businessStage)],
    ['Funding to date', message.fundingToDate],
    ['Kind', kindNames[message.kind]],
    ['Received', message.received],
    ['Came from page', message.page],
    ['Came from site', message.referrerHost],
    ['Campaign', message.campaign],
    ['Last post read', message.lastPost?.title ?? null],
  ];
}

function AssignmentCard({ status, ownerId, owners }: Pick<Loaded, 'status' | 'ownerId' | 'owners'>) {
  return (
    <CardForm title="Status" intent="change" submit="Save" variant="secondary">
      <SelectField label="Status" name="status" defaultValue={status} options={Object.entries(statusNames)} />
      <SelectField
        label="Owner"
        name="owner"
        defaultValue={ownerId ?? ''}
        options={[['', 'Not assigned'], ...owners.map(({ id, name }): [string, string] => [id, name])]}
      />
    </CardForm>
  );
}

/** Notes of the team about a message; its sender never sees them. */
function NotesCard({ notes }: Pick<Loaded, 'notes'>) {
  return (
    <CardForm title="Notes" intent="note" submit="Add Note" variant="secondary" isCleared>
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map(({ id, note, author, createdAt }) => (
            <li key={id} className="border-l-2 border-line-strong pl-3">
              <p className="text-ink-soft wrap-anywhere">
                {author ?? 'Unknown user'} · <Moment at={createdAt} />
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">{note}</p>
            </li>
          ))}
        </ul>
      )}
      <TextArea
        label="Note"
        name="note"
        rows={3}
        required
        maxLength={noteLimit}
        hint="For colleagues only; the sender never sees it."
      />
    </CardForm>
  );
}
