import { Plus } from 'lucide-react';
import { href, useSearchParams } from 'react-router';

import { createWebhook } from '#domain/webhooks/create-webhook.ts';
import { deleteWebhook } from '#domain/webhooks/delete-webhook.ts';
import { eventName } from '#domain/webhooks/events.ts';
import { counted } from '#domain/fields/counted.ts';
import { listWebhooks, type DeliveryState } from '#domain/webhooks/list-webhooks.ts';
import { sendEventAgain } from '#domain/webhooks/send-event-again.ts';
import { sendTestEvent } from '#domain/webhooks/send-test-event.ts';
import { updateWebhook } from '#domain/webhooks/update-webhook.ts';
import { formFields } from '#app/http/form-fields.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { formAction, onRow } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { Moment } from '../hooks/dates.tsx';
import { usePolling } from '../hooks/use-polling.ts';
import { readPage } from '../list/list-address.ts';
import { LinkTabs, ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const failures = {
  create: 'Failed to save webhook.',
  update: 'Failed to save webhook.',
  delete: 'Failed to delete webhook.',
  test: 'Failed to send a test.',
  again: 'Failed to send the event again.',
};

export const loader = screenLoader((domain, { url }) =>
  listWebhooks(domain, {
    isFailed: url.searchParams.get('show') === 'failed',
    page: readPage(url.searchParams),
  }),
);

export const action = formAction(failures, {
  create: async (ctx, _, { form }) => ({
    done: null,
    send: await createWebhook(ctx, formFields(form, ['events'])),
  }),
  update: {
    run: (ctx, { id = '' }, { form }) => updateWebhook(ctx, id, formFields(form, ['events'])),
    done: 'Webhook updated successfully.',
  },
  delete: onRow(deleteWebhook, 'Webhook deleted successfully.'),
  test: onRow(sendTestEvent, 'The test is being sent. Its answer appears below.'),
  again: onRow(sendEventAgain, 'The event is being sent again.'),
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Webhooks', 'Failed to load webhooks.');

type Loaded = Awaited<ReturnType<typeof loader>>;
type Delivery = Loaded['items'][number];

export default function Webhooks({ loaderData }: { loaderData: Loaded }) {
  const { webhooks, items, found } = loaderData;
  const [params] = useSearchParams();
  usePolling(items.some(({ state }) => state === 'waiting'));
  const isFailed = params.get('show') === 'failed';
  return (
    <ListScreen
      {...loaderData}
      heading="Webhooks"
      actions={
        <DialogButton icon={Plus} variant="primary" dialog={<WebhookDialog webhook={null} />}>
          New Webhook
        </DialogButton>
      }
      intro={webhooks.length > 0 && <WebhookCard webhooks={webhooks} />}
      tabs={
        webhooks.length > 0 && (
          <>
            <h2 className="mr-2 text-base font-semibold">Deliveries</h2>
            <LinkTabs
              label="Deliveries"
              current={isFailed ? 'Failed' : 'All'}
              tabs={[
                ['All', href('/admin/webhooks')],
                ['Failed', '?show=failed'],
              ]}
            />
          </>
        )
      }
      count={webhooks.length > 0 ? counted(found, 'delivery', 'deliveries') : undefined}
      narrowedBy={['show']}
      {...(webhooks.length > 0 && { notFound: 'No failed deliveries' })}
      columns={columns}
      isTall
      empty={webhooks.length > 0 ? noDeliveries : noWebhooks}
    />
  );
}

const noWebhooks = {
  title: 'No webhooks yet',
  text: 'A webhook tells a chat channel, a CRM or another program as soon as there is a new lead, or a post is published.',
};

const noDeliveries = {
  title: 'No deliveries yet',
  text: 'Every event that is sent appears here with its answer, for 30 days. “Send a test” sends the first one.',
};

const stateNames: Record<DeliveryState, { name: string; tone: BadgeTone }> = {
  delivered: { name: 'Delivered', tone: 'ok' },
  waiting: { name: 'Being sent', tone: 'neutral' },
  retrying: { name: 'Trying again', tone: 'warn' },
  failed: { name: 'Failed', tone: 'danger' },
};

const columns: Column<Delivery>[] = [
  {
    name: 'Event',
    place: 'title',
    width: '@3xl:w-52',
    className: 'font-medium',
    cell: ({ type }) => eventName(type),
  },
  {
    name: 'Sent to',
    width: '@3xl:w-[22%]',
    className: 'text-ink-soft wrap-anywhere',
    cell: ({ url }) => (
      <span className="line-clamp-2 font-mono text-xs" title={url}>
        {url.replace(/^https?:\/\//, '')}
      </span>
    ),
  },
  { name: 'When', width: '@3xl:w-40', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: 'Answer',
    place: 'line',
    className: 'text-ink',
    cell: ({ state, answer, failure, nextAt, attempts }) => (
      <div className="grid justify-items-start gap-1">
        <Badge tone={stateNames[state].tone}>{stateNames[state].name}</Badge>
        <span className="line-clamp-3 wrap-anywhere">{failure ?? answer}</span>
        {state === 'retrying' && (
          <span className="text-ink-soft">
            {`Tried ${attempts === 1 ? 'once' : `${attempts} times`}, again `}
            <Moment at={nextAt} />
          </span>
        )}
      </div>
    ),
  },
  {
    name: 'Actions',
    width: '@3xl:w-32',
    place: 'actions',
    cell: ({ id, type, state }) =>
      state !== 'waiting' && (
        <ActionButton
          variant="quiet"
          fields={{ intent: 'again', id }}
          aria-label={`Send again: ${eventName(type)}`}
        >
          Send again
        </ActionButton>
      ),
  },
];
