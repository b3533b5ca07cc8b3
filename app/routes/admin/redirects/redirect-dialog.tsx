import { useState } from 'react';
import { href } from 'react-router';

import { redirectStatuses, type RedirectStatus } from '#domain/redirects/rule.ts';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';

export const statusNames: Record<RedirectStatus, string> = {
  301: 'Permanent',
  302: 'Temporary',
  308: 'Permanent',
  410: 'Gone',
};

const address = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 2_000 } as const;

/** Makes a redirect, or changes the one with an `id`. */
export function RedirectDialog({
  id,
  from = '',
  to = null,
  status: first = 301,
}: {
  id?: string;
  from?: string;
  to?: string | null;
  status?: number;
}) {
  const [status, setStatus] = useState(String(first));
  const isNew = id === undefined;
  const isGone = status === '410';

  return (
    <FormDialog
      title={isNew ? 'New Redirect' : 'Edit Redirect'}
      submit={isNew ? 'Create' : 'Update'}
      intent={isNew ? 'create' : 'update'}
      fields={isNew ? {} : { id }}
      action={href('/admin/redirects')}
    >
      <TextField
        {...address}
        label="From"
        name="from"
        required
        data-autofocus={from === '' || !isNew || undefined}
        placeholder="/old-page"
        defaultValue={from}
        hint="A path of this site. With /* at the end, everything below it redirects too."
      />
      {!isGone && (
        <TextField
          {...address}
          label="To"
          name="to"
          required
          data-autofocus={(from !== '' && isNew) || undefined}
          placeholder="/new-page"
          defaultValue={to ?? ''}
          hint="A path of this site, or an address that begins with https://. With /* at the end, the rest of the path is added. The query of the visitor is kept unless this address has its own."
        />
      )}
      <SelectField
        label="Type"
        name="status"
        value={status}
        onChange={({ currentTarget: { value } }) => setStatus(value)}
        hint={hints[status]}
        options={statusChoices}
      />
    </FormDialog>
  );
}

const statusChoices = redirectStatuses.map((status): [string, string] => [
  String(status),
  `${status} ${statusNames[status]}${status === 308 ? ', method kept' : ''}`,
]);

const hints: Record<string, string> = {
  301: 'The page has moved for good. Search engines list the new address.',
  302: 'The page is elsewhere for now. Search engines keep the old address.',
  308: 'Like 301, but a request keeps its method, such as POST.',
  410: 'The page was removed for good. Visitors see that nothing is there; search engines drop the address.',
};
