import { useContext } from 'react';

import type { createWebhook } from '#domain/webhooks/create-webhook.ts';
import { eventNames } from '#domain/webhooks/events.ts';
import type { listWebhooks } from '#domain/webhooks/list-webhooks.ts';
import { SecretDialog } from '#app/ui/copy-field.tsx';
import { CheckboxField, FieldErrorsContext, TextField } from '#app/ui/field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';

export type ShownWebhook = Awaited<ReturnType<typeof listWebhooks>>['webhooks'][number];
const newSecret = ({ host, secret }: Awaited<ReturnType<typeof createWebhook>>) => (
  <SecretDialog title="The secret of your webhook" label={host} value={secret} copy="Copy">
    Copy the secret now: it is not shown again. The receiver checks with it that an event comes from here.
  </SecretDialog>
);

/** Makes a webhook and shows its secret, or changes one. */
export function WebhookDialog({ webhook }: { webhook: ShownWebhook | null }) {
  return (
    <FormDialog
      title={webhook ? 'Edit Webhook' : 'New Webhook'}
      submit={webhook ? 'Update' : 'Create'}
      intent={webhook ? 'update' : 'create'}
      fields={webhook ? { id: webhook.id } : {}}
      answer={newSecret}
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
