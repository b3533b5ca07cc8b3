import { useCallback, useEffect, useId, useState } from 'react';
import { useFetcher } from 'react-router';

import type { Candidate } from '#domain/admins/list-candidates.ts';
import type { Role } from '#domain/auth/actor.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { useFetcherResult } from '../use-fetcher-result.ts';
import { useDebounced } from '../use-debounced.ts';
import type { clientLoader as candidatesLoader } from './candidates.ts';
import { loadFailure, toastOf, type Outcome } from './outcome.ts';
import { RoleField } from './role-field.tsx';

/** Picks an existing user, or invites somebody new. */
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
  const fetcher = useFetcher<Outcome>();
  const show = useToast();
  const formId = useId();
  const [isInvitation, setIsInvitation] = useState(false);

  useFetcherResult(
    fetcher.data,
    useCallback(
      (outcome: Outcome) => {
        show(toastOf(outcome));
        if (!outcome.ok) return;
        onClose();
        if (outcome.intent === 'invite' && outcome.link !== null) {
          onLink({ email: outcome.email, link: outcome.link });
        }
      },
      [show, onClose, onLink],
    ),
  );

  return (
    <Dialog
      title="Add Admin User"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={fetcher.state !== 'idle'}>
            {isInvitation ? (sendsEmail ? 'Send Invitation' : 'Create Invitation') : 'Add Admin'}
          </Button>
        </>
      }
    >
      <fetcher.Form id={formId} method="post" noValidate className="grid gap-3 text-ink">
        <input type="hidden" name="intent" value={isInvitation ? 'invite' : 'add'} />
        {isInvitation ? (
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="off"
            data-autofocus
            hint={
              sendsEmail
                ? 'They get a link that works once, within 7 days.'
                : 'No email is set up here: you get a link to pass on. It works once, within 7 days.'
            }
          />
        ) : (
          <UserPicker />
        )}
        <RoleField ownRole={ownRole} />
        <p>
          <button
            type="button"
            onClick={() => setIsInvitation(!isInvitation)}
            className="cursor-pointer rounded-sm text-left text-ink underline underline-offset-4 hover:text-signal"
          >
            {isInvitation ? 'Choose an existing user instead' : 'Invite somebody new instead'}
          </button>
        </p>
      </fetcher.Form>
    </Dialog>
  );
}

function UserPicker() {
  const { data, load, state } = useFetcher<typeof candidatesLoader>();
  const { afterTyping } = useDebounced();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Candidate | null>(null);
  const listed = data?.candidates ?? [];
  const options =
    chosen && !listed.some(({ userId }) => userId === chosen.userId) ? [chosen, ...listed] : listed;
  const isLong = data?.hasMore === true || search !== '';

  useEffect(() => void load('/admin/users/candidates'), [load]);

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
            afterTyping(() => void load(`/admin/users/candidates?q=${encodeURIComponent(value)}`));
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
    return 'Nobody has confirmed this address. The account gets an invitation link, which sets a new password.';
  }
  if (!answer || isLoading) return undefined;
  if (answer.hasMore) return 'There are more users: find one by a part of the name or address.';
  return answer.candidates.length === 0 ? 'No user without a role was found.' : undefined;
}
