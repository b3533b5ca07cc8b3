import { useEffect, useId, useState } from 'react';
import { useFetcher, href } from 'react-router';

import type { Invitation } from '#domain/admins/invite-admin.ts';
import type { Candidate } from '#domain/admins/list-candidates.ts';
import type { Role } from '#domain/actor.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useAction } from '../actions/use-action.ts';
import { useDebounced } from '../hooks/use-debounced.ts';
import type { clientLoader as candidatesLoader } from './candidates.ts';
import { loadFailure } from './failure-messages.ts';
import { RoleField } from './role-field.tsx';

/** Picks an existing user, or invites a new one. */
export function AddAdminDialog({
  ownRole,
  sendsEmail,
  onClose,
  onLink,
}: {
  ownRole: Role;
  sendsEmail: boolean;
  onClose: () => void;
  /** An invitation was made whose link has to be passed on by hand. */
  onLink: (invitation: { email: string; link: string }) => void;
}) {
  const formId = useId();
  const [isInvitation, setIsInvitation] = useState(false);
  const { Form, isBusy, fieldErrors } = useAction<Invitation>({
    onDone: (invitation) => {
      onClose();
      if (invitation?.link) onLink({ email: invitation.email, link: invitation.link });
    },
  });

  return (
    <Dialog
      title="Add Admin User"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isBusy}>
            {isInvitation ? (sendsEmail ? 'Send Invitation' : 'Create Invitation') : 'Add Admin'}
          </Button>
        </>
      }
    >
      <Form id={formId} method="post" noValidate className="grid gap-3 text-ink">
        <input type="hidden" name="intent" value={isInvitation ? 'invite' : 'add'} />
        {isInvitation ? (
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="off"
            data-autofocus
            error={fieldErrors['email']}
            hint={
              sendsEmail
                ? 'They get a link that works once, within 7 days.'
                : 'No email is set up here: you get a link to pass on. It works once, within 7 days.'
            }
          />
        ) : (
          <UserPicker error={fieldErrors['userId']} />
        )}
        <RoleField ownRole={ownRole} />
        <p>
          <button
            type="button"
            onClick={() => setIsInvitation(!isInvitation)}
            className="cursor-pointer rounded-sm text-left text-ink underline underline-offset-4 hover:text-signal"
          >
            {isInvitation ? 'Choose an existing user instead' : 'Invite a new user instead'}
          </button>
        </p>
      </Form>
    </Dialog>
  );
}

function UserPicker({ error }: { error: string | undefined }) {
  const { data, load, state } = useFetcher<typeof candidatesLoader>();
  const { afterTyping } = useDebounced();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Candidate | null>(null);
  const listed = data?.candidates ?? [];
  const options =
    chosen && !listed.some(({ userId }) => userId === chosen.userId) ? [chosen, ...listed] : listed;
  const isLong = data?.hasMore === true || search !== '';

  useEffect(() => void load(href('/admin/users/candidates')), [load]);

  return (
    <>
      {data === null && <Notice>{loadFailure}</Notice>}
      {isLong && (
        <TextField
          label="Find a user"
          type="search"
          autoComplete="off"
          maxLength={200}
          value={search}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setSearch(value);
            afterTyping(() => void load(`${href('/admin/users/candidates')}?q=${encodeURIComponent(value)}`));
          }}
        />
      )}
      <SelectField
        label="User"
        name="userId"
        value={chosen?.userId ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setChosen(options.find(({ userId }) => userId === value) ?? null);
        }}
        error={error}
        hint={hintFor(chosen, data, state !== 'idle')}
      >
        <option value="">Select a user</option>
        {options.map((candidate) => (
          <option key={candidate.userId} value={candidate.userId}>
            {nameOf(candidate)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function nameOf({ email, name, isConfirmed }: Candidate): string {
  return `${email}${name === null ? '' : ` (${name})`}${isConfirmed ? '' : ' · not confirmed'}`;
}

function hintFor(
  chosen: Candidate | null,
  answer: { candidates: Candidate[]; hasMore: boolean } | null | undefined,
  isLoading: boolean,
): string | undefined {
  if (chosen && !chosen.isConfirmed) {
    return 'This address is not confirmed. The user gets an invitation link to set a new password.';
  }
  if (!answer || isLoading) return undefined;
  if (answer.hasMore) return 'There are more users: find one by a part of the name or address.';
  return answer.candidates.length === 0 ? 'No user without a role was found.' : undefined;
}
