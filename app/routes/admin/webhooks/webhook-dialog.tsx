import { useContext } from 'react';

import type { createWebhook } from '#domain/webhooks/create-webhook.ts';
import { eventNames } from '#domain/webhooks/events.ts';
import { CheckboxField, FieldErrorsContext, TextField } from '#app/ui/field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import type { ShownWebhook } from './webhook-card.tsx';

export type NewSecret = Awaited<ReturnType<typeof createWebhook>>;

/** Makes a webhook, or changes one. */
export function WebhookDialog({
  webhook,
  onClose,
  onCreated,
}: {
  webhook: ShownWebhook | null;
  onClose: () => void;
  onCreated: (secret: NewSecret | null) => void;
}) {
  return (
    <FormDialog<NewSecret>
      title={webhook ? 'Edit Webhook' : 'New Webhook'}
      submit={webhook ? 'Update' : 'Create'}
      intent={webhook ? 'update' : 'create'}
      fields={webhook ? { id: webhook.id } : {}}
      onClose={onClose}
      onDone={onCreated}
    >
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        maxLength={2_000}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        placeholder="https://hooks.example.com/…"
        defaultValue={webhook?.url ?? ''}
        hint="The receiver gives you this address. It must be on the public web."
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">Events</legend>
        {Object.entries(eventNames).map(([type, name]) => (
          <CheckboxField
            key={type}
            label={name}
            name="events"
            value={type}
            defaultChecked={webhook?.events.includes(type) ?? true}
          />
        ))}
        <EventsError />
      </fieldset>
      <CheckboxField
        label="Send what leads wrote"
        name="texts"
        defaultChecked={webhook?.has_lead_texts ?? false}
        hint="Names, addresses and texts then leave the site. Without it an event has a link to the admin."
      />
    </FormDialog>
  );
}

function EventsError() {
  const error = useContext(FieldErrorsContext)['events'];
  return error !== undefined && <p className="text-danger">{error}</p>;
}
