import { useEffect, useState } from 'react';
import { href } from 'react-router';

import type { Invitation } from '#domain/accounts/invitations/invite-admin.ts';
import type { Candidate } from '#domain/accounts/roles/list-admins.ts';
import { SecretDialog } from '#app/ui/copy-field.tsx';
import { EmailField, SelectField, TextField } from '#app/ui/field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useDebounced } from '../hooks/use-debounced.ts';
import { useLookup } from '../hooks/use-lookup.ts';
import { RoleField } from './role-field.tsx';

/** Picks an existing user, or invites a new one. */
export function AddAdminDialog({
  sendsEmail,
  hasCandidates,
}: {
  sendsEmail: boolean;
  hasCandidates: boolean;
}) {
  const [isInvitation, setIsInvitation] = useState(!hasCandidates);
  return (
    <FormDialog
      title="Add Admin User"
      submit={isInvitation ? (sendsEmail ? 'Send Invitation' : 'Create Invitation') : 'Add Admin'}
      intent={isInvitation ? 'invite' : 'add'}
      noValidate
      answer={linkOf}
    >
      {isInvitation ? (
        <EmailField
          required={false}
          autoComplete="off"
          autoFocus
          hint={
            sendsEmail
              ? 'They get a link that works once, within 7 days.'
              : 'No email is set up here: you get a link to pass on. It works once, within 7 days.'
          }
        />
      ) : (
        <UserPicker />
      )}
      <RoleField />
      <p>
        <button
          type="button"
          onClick={() => setIsInvitation(!isInvitation)}
          className="cursor-pointer rounded-sm text-left text-ink underline underline-offset-4 hover:text-signal"
        >
          {isInvitation ? 'Choose an existing user instead' : 'Invite a new user instead'}
        </button>
      </p>
    </FormDialog>
  );
}

const linkOf = ({ email, link }: Invitation) =>
  link !== null && (
    <SecretDialog title="Invitation link" label="Link" value={link} copy="Copy link">
      {`Pass this link on to ${email} yourself. It works once, within 7 days, and is not shown again.`}
    </SecretDialog>
  );

type Found = { candidates: Candidate[]; hasMore: boolean };

function UserPicker() {
  const { found, find, isBusy } = useLookup<Found>('Failed to load admin users.');
  const { afterTyping } = useDebounced();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Candidate | null>(null);
  const listed = found?.candidates ?? [];
  const options =
    chosen && !listed.some(({ userId }) => userId === chosen.userId) ? [chosen, ...listed] : listed;
  const isLong = found?.hasMore === true || search !== '';

  useEffect(() => void find(href('/admin/users/candidates')), [find]);

  return (
    <>
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
            afterTyping(() => void find(`${href('/admin/users/candidates')}?q=${encodeURIComponent(value)}`));
          }}
        />
      )}
      <SelectField
        autoFocus
        label="User"
        name="userId"
        value={chosen?.userId ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setChosen(options.find(({ userId }) => userId === value) ?? null);
        }}
        hint={hintFor(chosen, found, isBusy)}
        options={[
          ['', 'Select a user'],
          ...options.map((one): [string, string] => [one.userId, nameOf(one)]),
        ]}
      />
    </>
  );
}

function nameOf({ email, name, isConfirmed }: Candidate): string {
  return `${email}${name === null ? '' : ` (${name})`}${isConfirmed ? '' : ' · not confirmed'}`;
}

function hintFor(
  chosen: Candidate | null,
  answer: Found | null | undefined,
  isLoading: boolean,
): string | undefined {
  if (chosen && !chosen.isConfirmed) {
    return 'This address is not confirmed. The user gets an invitation link to set a new password.';
  }
  if (!answer || isLoading) return undefined;
  if (answer.hasMore) return 'There are more users: find one by a part of the name or address.';
  return answer.candidates.length === 0 ? 'No user without a role was found.' : undefined;
}
