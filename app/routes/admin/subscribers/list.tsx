import { Download, MailQuestionMark, RotateCcw, Trash2, Upload } from 'lucide-react';
import { href, Link, useSearchParams } from 'react-router';
import { sendPendingConfirmations } from '#domain/newsletter/send-confirmation.ts';
import { allowSubscriber, listSubscribers } from '#domain/newsletter/list-subscribers.ts';
import { importSubscribers } from '#domain/newsletter/import-subscribers.ts';
import { type SubscriberState, subscriberStates } from '#domain/newsletter/subscriber-states.ts';
import { textField, uploadedText } from '#app/http/form-fields.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { Day } from '../hooks/dates.tsx';
import { changed, readPage } from '../list/list-address.ts';
import { LinkTabs, ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { EraseDialog } from '../messages/erase-dialog.tsx';
import { newsletterTabs } from './newsletter-tabs.tsx';
import { subscriberQuery } from './subscriber-query.ts';
import { TextField } from '#app/ui/field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';

const failures = {
  import: 'Failed to import subscribers.',
  ask: 'Failed to ask subscribers to confirm.',
  allow: 'Failed to allow emails to this address again.',
};

export const loader = screenLoader(async (domain, { url }) => {
  const query = { ...subscriberQuery(url.searchParams), page: readPage(url.searchParams) };
  return { ...(await listSubscribers(domain, query)), sendsEmail: domain.mail.isSetUp };
});

export const action = formAction(failures, {
  import: async (ctx, _, { form }) => {
    const source = textField(form, 'source');
    const { added, known, suppressed, unreadable } = await importSubscribers(
      ctx,
      await uploadedText(form, 'file'),
      source,
    );
    const stayOut =
      suppressed > 0 ? ` ${suppressed} skipped: unsubscribed, bounced, complained or erased.` : '';
    return { done: `${added} added, ${known} known already, ${unreadable} could not be read.${stayOut}` };
  },
  allow: async (ctx, { id }) => {
    const email = await allowSubscriber(ctx, String(id ?? ''));
    return { done: `${email} is pending again and can be asked to confirm.` };
  },
  ask: async (ctx) => {
    const sent = await sendPendingConfirmations(ctx);
    return { done: sent === 1 ? '1 email will be sent.' : `${sent} emails will be sent.` };
  },
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Newsletter', 'Failed to load subscribers.', {
  title: () => 'Newsletter: Subscribers',
});

type Loaded = Awaited<ReturnType<typeof loader>>;
type Subscriber = Loaded['items'][number];

export default function Subscribers({ loaderData }: { loaderData: Loaded }) {
  const { neverAsked, sendsEmail } = loaderData;
  const [params] = useSearchParams();
  const state = params.get('state') ?? '';

  return (
    <ListScreen
      {...loaderData}
      heading="Newsletter"
      actions={
        <>
          {sendsEmail && neverAsked > 0 && (
            <ActionButton icon={MailQuestionMark} fields={{ intent: 'ask' }}>
              Ask {neverAsked.toLocaleString('en-US')} to Confirm
            </ActionButton>
          )}
          <Link
            to={`${href('/admin/subscribers/export')}?${params}`}
            reloadDocument
            className={buttonClass()}
          >
            <Download />
            Export CSV
          </Link>
          <DialogButton icon={Upload} dialog={<ImportDialog />}>
            Import CSV
          </DialogButton>
        </>
      }
      intro={
        <>
          {newsletterTabs}
          {!sendsEmail && (
            <p className="text-ink-soft">
              Email is not set up, so no confirmation can be sent and new subscribers stay pending.
            </p>
          )}
        </>
      }
      tabs={
        <LinkTabs
          label="States"
          current={states[state]}
          tabs={Object.entries(states).map(([value, name]) => [
            name,
            changed(params, { state: value, page: null }),
          ])}
        />
      }
      search="Search subscribers..."
      names={{ one: 'subscriber', many: 'subscribers' }}
      narrowedBy={['state']}
      columns={columns}
      notFound="No subscribers found"
      empty={{ title: 'No subscribers yet', text: 'Visitors sign up in the newsletter form of the blog.' }}
    />
  );
}

const states: Readonly<Record<string, string>> = { '': 'All', ...subscriberStates };

const tones: Record<SubscriberState, BadgeTone> = {
  pending: 'warn',
  confirmed: 'ok',
  unsubscribed: 'neutral',
  bounced: 'danger',
  complained: 'danger',
};

const columns: Column<Subscriber>[] = [
  {
    name: 'Email',
    place: 'title',
    className: 'font-medium wrap-anywhere',
    cell: ({ email }) => email,
  },
  {
    name: 'State',
    width: '@3xl:w-56',
    cell: ({ state, changedAt }) => (
      <>
        <Badge tone={tones[state]}>{subscriberStates[state]}</Badge> {changedAt && <Day at={changedAt} />}
      </>
    ),
  },
  {
    name: 'Consent',
    width: '@3xl:w-[20%]',
    place: 'line',
    cardLabel: 'Consent:',
    className: 'wrap-anywhere',
    cell: consentIn,
  },
  {
    name: 'Signed Up',
    width: '@3xl:w-32',
    cardLabel: 'Signed up',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    name: 'Actions',
    width: '@3xl:w-20',
    place: 'actions',
    cell: ({ id, email, state }) => (
      <>
        {(state === 'bounced' || state === 'complained') && (
          <ActionButton
            icon={RotateCcw}
            label={`Allow emails to ${email} again`}
            fields={{ intent: 'allow', id }}
          />
        )}
        <DialogButton icon={Trash2} label={`Delete ${email}`} dialog={<EraseDialog email={email} />} />
      </>
    ),
  },
];

/** When and where the subscriber agreed; the page of the sign-up form where nothing else is known. */
function consentIn({ consentAt, consentSource, page }: Subscriber) {
  const source = [consentSource, page === '' ? '' : `Form on ${page}`].filter(Boolean).join(' · ');
  if (!consentAt) return source || null;
  return (
    <>
      <Day at={consentAt} />
      {source && ` · ${source}`}
    </>
  );
}

/** The largest body of a request, less the multipart headers around the file. */
const maxBytes = 990_000;

function ImportDialog() {
  return (
    <FormDialog title="Import Subscribers" submit="Import" intent="import" isUpload>
      <TextField
        label="File"
        name="file"
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        required
        data-autofocus
        onChange={({ currentTarget }) => {
          const isTooLarge = (currentTarget.files?.[0]?.size ?? 0) > maxBytes;
          currentTarget.setCustomValidity(
            isTooLarge ? 'This file is larger than 1 MB. Please import it in parts.' : '',
          );
        }}
        className="h-auto py-1"
        hint="Comma-separated values with a column Email, up to 1 MB. Columns State (Pending, Confirmed, Unsubscribed), Consent Date (2026-01-31) and Consent Source are optional; without a state, new subscribers are pending. Existing addresses keep their state, and addresses that unsubscribed, bounced or complained stay out."
      />
      <TextField
        label="Where they agreed to get emails"
        name="source"
        maxLength={300}
        hint="For rows without a consent source, such as “Sign-up sheet at our stand, May 2026”."
      />
    </FormDialog>
  );
}
