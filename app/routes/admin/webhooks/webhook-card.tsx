import { Pencil, Trash2 } from 'lucide-react';

import { eventName, eventTypes } from '#domain/webhooks/events.ts';
import { counted } from '#domain/fields/counted.ts';
import { Badge } from '#app/ui/badge.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { Moment } from '../hooks/dates.tsx';
import { WebhookDialog, type ShownWebhook } from './webhook-dialog.tsx';

/** The webhooks with their state and what can be done with each. */
export function WebhookCard({ webhooks }: { webhooks: readonly ShownWebhook[] }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {webhooks.map((webhook) => (
        <li key={webhook.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
          <Summary {...webhook} />
          <Actions webhook={webhook} />
        </li>
      ))}
    </ul>
  );
}

function Actions({ webhook }: { webhook: ShownWebhook }) {
  const { id, url } = webhook;
  return (
    <div className="flex items-center gap-1">
      <ActionButton fields={{ intent: 'test', id }} aria-label={`Send a test to ${url}`}>
        Send a test
      </ActionButton>
      <DialogButton icon={Pencil} label={`Edit ${url}`} dialog={<WebhookDialog webhook={webhook} />} />
      <DialogButton
        icon={Trash2}
        label={`Delete ${url}`}
        dialog={
          <ConfirmAction title="Delete Webhook" confirm="Delete" fields={{ intent: 'delete', id }}>
            <p className="wrap-anywhere">Are you sure you want to delete the webhook for "{url}"?</p>
            <p>Events that wait are not sent, and the list of its deliveries goes with it.</p>
          </ConfirmAction>
        }
      />
    </div>
  );
}

function Summary({ url, events, has_lead_texts, ...state }: ShownWebhook) {
  return (
    <div className="grid min-w-0 flex-1 basis-72 gap-1">
      <p className="line-clamp-2 font-mono text-xs font-medium wrap-anywhere" title={url}>
        {url}
      </p>
      <p className="text-ink-soft">
        {events.length === eventTypes.length ? 'All events' : events.map(eventName).join(', ')}
        {has_lead_texts && ' · with the texts of leads'}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-ink-soft">
        <State {...state} />
      </p>
    </div>
  );
}

function State({
  ended_at,
  failed_days,
  acceptedAt,
}: Pick<ShownWebhook, 'ended_at' | 'failed_days' | 'acceptedAt'>) {
  if (ended_at !== null)
    return (
      <>
        <Badge tone="danger">Switched off</Badge> after ten failed days, on <Moment at={ended_at} />. Save it
        again to switch it on.
      </>
    );
  if (failed_days > 0)
    return (
      <>
        <Badge tone="warn">Failing</Badge> on {counted(failed_days, 'day')} of ten, then it is switched off.
      </>
    );
  return (
    <>
      <Badge tone="ok">On</Badge>
      {acceptedAt !== null && (
        <span>
          Last delivery <Moment at={acceptedAt} />
        </span>
      )}
    </>
  );
}
