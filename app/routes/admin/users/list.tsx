import { LogOut, Pencil, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';

import { addAdmin } from '#domain/accounts/invitations/add-admin.ts';
import { changeRole, removeAdmin } from '#domain/accounts/roles/change-role.ts';
import { endSessionsOf } from '#domain/accounts/sessions/end-sessions.ts';
import { inviteAdmin, type Invitation } from '#domain/accounts/invitations/invite-admin.ts';
import { listAdmins, listCandidates } from '#domain/accounts/roles/list-admins.ts';
import { endToken } from '#domain/accounts/tokens/manage-tokens.ts';
import { listInvitations, withdrawInvitation } from '#domain/accounts/invitations/invitations.ts';
import { requireActor } from '#domain/core/context.ts';
import {
  changeSecondFactorPolicy,
  getSecondFactorPolicy,
} from '#domain/accounts/factors/second-factor-policy.ts';
import { can } from '#domain/core/permissions.ts';
import { Card } from '#app/ui/card.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { type Done, formAction, onRow } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { screenLoader } from '../actions/screen-loader.ts';
import { Day } from '../hooks/dates.tsx';
import { useCan } from '../hooks/use-frame.ts';
import { Screen } from '../frame/screen.tsx';
import { readPage } from '../list/list-address.ts';
import { ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { TokenList } from './token-list.tsx';
import { AddAdminDialog } from './add-admin-dialog.tsx';
import { InvitationList } from './invitation-list.tsx';
import { RoleBadge } from './role-badge.tsx';
import { RoleField } from './role-field.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

const failures = {
  add: 'Failed to save admin user.',
  'change-role': 'Failed to save admin user.',
  'end-sessions': 'Failed to end the sessions of this user.',
  'end-token': 'Failed to end the token.',
  remove: 'Failed to remove admin user.',
  invite: 'Failed to save invitation.',
  'second-factor': 'Failed to save who needs a second factor.',
  withdraw: 'Failed to withdraw invitation.',
};

export const loader = screenLoader(async (domain, { url }) => {
  const { role } = requireActor(domain);
  const query = { search: url.searchParams.get('q') ?? '', page: readPage(url.searchParams) };
  const [list, invitations, candidates, policy] = await Promise.all([
    listAdmins(domain, query),
    can({ role }, 'manage-admins') ? listInvitations(domain) : [],
    can({ role }, 'manage-admins') ? listCandidates(domain, '') : null,
    can({ role }, 'manage-super-admins') ? getSecondFactorPolicy(domain) : null,
  ]);
  return {
    ...list,
    policy,
    sendsEmail: domain.mail.isSetUp,
    hasCandidates: (candidates?.candidates.length ?? 0) > 0,
    invitations,
  };
});

export const action = formAction(failures, {
  add: async (ctx, fields) => {
    const invitation = await addAdmin(ctx, fields);
    return invitation ? invited(invitation) : { done: 'Admin user created successfully.' };
  },
  'change-role': { run: changeRole, done: 'User role updated successfully.' },
  'end-sessions': onRow(endSessionsOf, 'Signed out on all devices.'),
  'end-token': onRow(endToken, 'The token has ended.'),
  remove: onRow(
    (ctx, id, { author }) => removeAdmin(ctx, id, author === 'remove'),
    'Admin user removed successfully.',
  ),
  invite: async (ctx, fields) => invited(await inviteAdmin(ctx, fields)),
  'second-factor': { run: changeSecondFactorPolicy, done: 'Saved who needs a second factor.' },
  withdraw: onRow(withdrawInvitation, 'Invitation withdrawn.'),
});

/** The link is sent where no email leaves and it has to be passed on by hand. */
function invited(invitation: Invitation): Done {
  const { email, link } = invitation;
  const done = link === null ? `Invitation sent to ${email}.` : `Invitation for ${email} created.`;
  return { done, send: invitation };
}

export const clientAction = formClientAction(failures);

export const handle = new Screen('Admin Users', 'Failed to load admin users.');

type Loaded = Awaited<ReturnType<typeof loader>>;
type Admin = Loaded['items'][number];

export default function AdminUsers({ loaderData }: { loaderData: Loaded }) {
  const { invitations, policy, tokens } = loaderData;
  const mayManage = useCan('manage-admins');
  return (
    <ListScreen
      {...loaderData}
      heading="Admin Users"
      actions={
        mayManage && (
          <DialogButton icon={UserPlus} variant="primary" dialog={<AddAdminDialog {...loaderData} />}>
            Add Admin
          </DialogButton>
        )
      }
      intro={
        <p className="text-ink-soft">
          {mayManage
            ? 'Accounts without a role are deleted 30 days after they were created.'
            : 'Only admins and super admins can change this list.'}
        </p>
      }
      search="Search users..."
      names={{ one: 'admin users', many: 'admin users' }}
      columns={columns}
      empty={{ title: 'No admin users found.' }}
    >
      {invitations.length > 0 && <InvitationList invitations={invitations} />}
      {policy !== null && <SecondFactorCard policy={policy} />}
      {tokens.length > 0 && (
        <Card title="Tokens of these users" flush>
          <TokenList tokens={tokens} showsOwner />
        </Card>
      )}
    </ListScreen>
  );
}

const columns: Column<Admin>[] = [
  {
    name: 'User',
    place: 'title',
    cell: (admin) => (
      <>
        <span className="font-medium wrap-anywhere">{labelOf(admin)}</span>
        {admin.isSelf && <span className="ml-2 text-xs text-ink-soft">You</span>}
        {admin.name !== null && (
          <span className="block text-ink-soft wrap-anywhere [unicode-bidi:plaintext]">{admin.name}</span>
        )}
      </>
    ),
  },
  { name: 'Role', width: '@3xl:w-40', cell: ({ role }) => <RoleBadge role={role} /> },
  {
    name: 'Added',
    width: '@3xl:w-36',
    cardLabel: 'Added',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    name: 'Actions',
    width: '@3xl:w-32',
    place: 'actions',
    cell: (admin) => <RowActions admin={admin} />,
  },
];

/** An action without permission is disabled and says why. Users cannot remove themselves. */
function RowActions({ admin }: { admin: Admin }) {
  const label = labelOf(admin);
  const reason = admin.isSelf
    ? 'You cannot change your own role.'
    : 'Only a super admin can do this for a super admin.';
  const shared = admin.mayChange ? {} : { title: reason, disabled: true };
  if (!useCan('manage-admins')) return null;
  return (
    <>
      <DialogButton
        icon={Pencil}
        {...shared}
        label={`Edit ${label}`}
        dialog={
          <FormDialog title="Edit Admin User" submit="Update" intent="change-role" fields={{ id: admin.id }}>
            <p className="text-ink-soft">{label}</p>
            <RoleField defaultValue={admin.role} />
          </FormDialog>
        }
      />
      {!admin.isSelf && (
        <>
          <DialogButton
            icon={LogOut}
            {...shared}
            label={`End sessions of ${label}`}
            dialog={<EndSessionsDialog admin={admin} />}
          />
          <DialogButton
            icon={Trash2}
            {...shared}
            label={`Delete ${label}`}
            dialog={<RemoveDialog admin={admin} />}
          />
        </>
      )}
    </>
  );
}

function EndSessionsDialog({ admin: { id, email } }: { admin: Admin }) {
  return (
    <ConfirmAction title="End all sessions" confirm="End sessions" fields={{ intent: 'end-sessions', id }}>
      <p>
        {email ?? 'This user'} will be signed out on all devices, their tokens end, and they can sign in again
        with their password. To keep them out, remove them as an admin.
      </p>
    </ConfirmAction>
  );
}

/** Asks before a role is removed, and what becomes of the public author of the account. */
function RemoveDialog({ admin: { id, email, authorName } }: { admin: Admin }) {
  const [author, setAuthor] = useState('keep');
  return (
    <ConfirmAction title="Remove Admin User" confirm="Remove" fields={{ intent: 'remove', id, author }}>
      <p>Are you sure you want to remove {email ?? 'this user'} as an admin?</p>
      {authorName !== null && (
        <fieldset className="mt-3 grid gap-1">
          <legend className="mb-1 wrap-anywhere">
            The public author <bdi className="font-medium">{authorName}</bdi> belongs to this user. Posts stay
            in either case.
          </legend>
          {Object.entries(fatesOfAuthor).map(([fate, text]) => (
            <label key={fate} className="flex min-h-8 cursor-pointer items-center gap-2.5 max-sm:min-h-11">
              <input
                type="radio"
                name="author"
                className="size-4 shrink-0 accent-signal"
                checked={author === fate}
                onChange={() => setAuthor(fate)}
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmAction>
  );
}

const fatesOfAuthor = { keep: 'Keep the profile and its page', remove: 'Remove the profile' };

function labelOf({ email }: Admin): string {
  return email ?? 'Unknown User';
}
