import { useState } from 'react';
import { href, Link, type ShouldRevalidateFunctionArgs } from 'react-router';

import { authorFields } from '#domain/taxonomy/author-fields.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { getAuthor } from '#domain/taxonomy/get-author.ts';
import { updateTerm } from '#domain/taxonomy/update-term.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { useAction } from '../actions/use-action.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { Screen } from '../frame/screen.tsx';
import { LeavingDialog } from '../editing/leaving-dialog.tsx';
import type { FieldForm } from '../fields/control.ts';
import { FieldControl } from '../fields/field-control.tsx';

const list = href('/admin/authors');
const failures = { save: 'Failed to save author.' };

type Params = { id?: string };

export const loader = screenLoader(async (domain, { params }: { params: Params }) => ({
  id: params.id ?? null,
  ...(await getAuthor(domain, params.id ?? null)),
}));

export const action = formAction<'save', Params>(failures, {
  save: async (ctx, fields, { params: { id } }) => {
    if (id === undefined) await createTerm(ctx, 'author', fields);
    else await updateTerm(ctx, 'author', id, fields);
    throw redirectWithToast(list, { key: id === undefined ? 'author-created' : 'author-updated' });
  },
});

export const clientAction = formClientAction(failures);

/** The form owns its state, also after another user deleted the author. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

export const handle = new Screen('Author', 'Failed to load author.', {
  back: { to: list, label: 'Back to Authors' },
});

const names = ['name', 'slug', 'role', 'bio', 'portrait', 'links'] as const;

/** Makes an author, or changes one. */
export default function EditAuthor({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { id, author, accounts } = loaderData;
  const [values, setValues] = useState(author);
  const [uploads, setUploads] = useState(0);
  const { Form, submit, isBusy, fieldErrors } = useAction();
  const isChanged = JSON.stringify(values) !== JSON.stringify(author);
  const change = (changed: Record<string, unknown>) => setValues((before) => ({ ...before, ...changed }));
  const form: FieldForm = {
    ownPages: [],
    errorAt: (path) => fieldErrors[path],
    onUploads: (_, underWay) => setUploads(underWay),
  };

  return (
    <Form
      noValidate
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const { links, ...others } = values;
        void submit({ intent: 'save', ...others, links: JSON.stringify(links) });
      }}
    >
      <header className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {id === null ? 'New Author' : 'Edit Author'}
        </h1>
        <div className="flex gap-2">
          <Link to={list} className={buttonClass()}>
            Back to Authors
          </Link>
          <Button type="submit" variant="primary" pending={isBusy} disabled={uploads > 0}>
            {id === null ? 'Create' : 'Update'}
          </Button>
        </div>
      </header>
      <Card title="Profile">
        {names.map((name) => (
          <FieldControl
            key={name}
            field={authorFields[name].field}
            path={name}
            value={values[name]}
            form={form}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </Card>
      <AccountCard
        accounts={accounts}
        userId={values.userId}
        error={fieldErrors['userId']}
        onChange={(userId) => change({ userId })}
      />
      <LeavingDialog noun="author" hasUnsavedChanges={isChanged} images={uploads} />
    </Form>
  );
}

type AccountProps = {
  accounts: Awaited<ReturnType<typeof loader>>['accounts'];
  userId: string;
  error: string | undefined;
  onChange: (userId: string) => void;
};

function AccountCard({ accounts, userId, error, onChange }: AccountProps) {
  const isKnown = userId === '' || accounts.some((account) => account.id === userId);
  return (
    <Card title="Account">
      <SelectField
        label="Account"
        hiddenLabel
        name="userId"
        value={userId}
        error={error}
        hint="Posts of this account show the author, unless they name another one."
        onChange={(event) => onChange(event.currentTarget.value)}
        options={accounts.map(({ id: account, label }) => [account, label])}
      >
        <option value="">None</option>
        {!isKnown && <option value={userId}>Unknown</option>}
      </SelectField>
    </Card>
  );
}
