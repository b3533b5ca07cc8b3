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
import { Button, IconButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SecretDialog } from '#app/ui/copy-field.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { formAction, type Done } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { screenLoader } from '../actions/screen-loader.ts';
import { Day } from '../hooks/dates.tsx';
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
    ownRole: role,
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
  'end-sessions': { run: (ctx, { id = '' }) => endSessionsOf(ctx, id), done: 'Signed out on all devices.' },
  'end-token': { run: (ctx, { id = '' }) => endToken(ctx, id), done: 'The token has ended.' },
  remove: {
    run: (ctx, { id = '', author }) => removeAdmin(ctx, id, author === 'remove'),
    done: 'Admin user removed successfully.',
  },
  invite: async (ctx, fields) => invited(await inviteAdmin(ctx, fields)),
  'second-factor': { run: changeSecondFactorPolicy, done: 'Saved who needs a second factor.' },
  withdraw: { run: (ctx, { id = '' }) => withdrawInvitation(ctx, id), done: 'Invitation withdrawn.' },
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
type Open = { kind: 'add' } | { kind: 'edit' | 'end-sessions' | 'remove'; admin: Admin };

export default function AdminUsers({ loaderData }: { loaderData: Loaded }) {
  const { items, invitations, mayManage, ownRole, policy, tokens, ...list } = loaderData;
  const [open, setOpen] = useState<Open | null>(null);
  const [link, setLink] = useState<{ email: string; link: string } | null>(null);
  const close = () => setOpen(null);

  return (
    <ListScreen
      {...list}
      heading="Admin Users"
      actions={
        mayManage && (
          <Button variant="primary" onClick={() => setOpen({ kind: 'add' })}>
            <UserPlus />
            Add Admin
          </Button>
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
      columns={columnsOf(mayManage, setOpen)}
      rows={items}
      empty={{ title: 'No admin users found.' }}
    >
      {invitations.length > 0 && <InvitationList invitations={invitations} ownRole={ownRole} />}
      {policy !== null && <SecondFactorCard policy={policy} />}
      {tokens.length > 0 && (
        <Card title="Tokens of these users" flush>
          <TokenList tokens={tokens} showsOwner />
        </Card>
      )}
      {open?.kind === 'add' && <AddAdminDialog {...loaderData} onClose={close} onLink={setLink} />}
      {open?.kind === 'edit' && (
        <FormDialog
          title="Edit Admin User"
          submit="Update"
          intent="change-role"
          fields={{ id: open.admin.id }}
          onClose={close}
        >
          <p className="text-ink-soft">{labelOf(open.admin)}</p>
          <RoleField ownRole={ownRole} defaultValue={open.admin.role} />
        </FormDialog>
      )}
      {open?.kind === 'end-sessions' && (
        <ConfirmAction
          title="End all sessions"
          confirm="End sessions"
          fields={{ intent: 'end-sessions', id: open.admin.id }}
          onClose={close}
        >
          <p>
            {open.admin.email ?? 'This user'} will be signed out on all devices, their tokens end, and they
            can sign in again with their password. To keep them out, remove them as an admin.
          </p>
        </ConfirmAction>
      )}
      {open?.kind === 'remove' && <RemoveDialog admin={open.admin} onClose={close} />}
      {link && (
        <SecretDialog
          title="Invitation link"
          label="Link"
          value={link.link}
          copy="Copy link"
          onClose={() => setLink(null)}
        >
          {`Pass this link on to ${link.email} yourself. It works once, within 7 days, and is not shown again.`}
        </SecretDialog>
      )}
    </ListScreen>
  );
}

/** Asks before a role is removed, and what becomes of the public author of the account. */
function RemoveDialog({ admin: { id, email, authorName }, onClose }: { admin: Admin; onClose: () => void }) {
  const [author, setAuthor] = useState('keep');
  return (
    <ConfirmAction
      title="Remove Admin User"
      confirm="Remove"
      fields={{ intent: 'remove', id, author }}
      onClose={onClose}
    >
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

function columnsOf(mayManage: boolean, open: (what: Open) => void): Column<Admin>[] {
  return [
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
      cell: (admin) => mayManage && <RowActions admin={admin} open={open} />,
    },
  ];
}

/** An action without permission is disabled and says why. Users cannot remove themselves. */
function RowActions({ admin, open }: { admin: Admin; open: (what: Open) => void }) {
  const label = labelOf(admin);
  const reason = admin.isSelf
    ? 'You cannot change your own role.'
    : 'Only a super admin can do this for a super admin.';
  const shared = admin.mayChange ? {} : { title: reason, disabled: true };
  return (
    <>
      <IconButton {...shared} label={`Edit ${label}`} onClick={() => open({ kind: 'edit', admin })}>
        <Pencil />
      </IconButton>
      {!admin.isSelf && (
        <>
          <IconButton
            {...shared}
            label={`End sessions of ${label}`}
            onClick={() => open({ kind: 'end-sessions', admin })}
          >
            <LogOut />
          </IconButton>
          <IconButton {...shared} label={`Delete ${label}`} onClick={() => open({ kind: 'remove', admin })}>
            <Trash2 />
          </IconButton>
        </>
      )}
    </>
  );
}

function labelOf({ email }: Admin): string {
  return email ?? 'Unknown User';
}
