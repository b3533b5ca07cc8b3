import { UserPlus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { data, useSearchParams, href } from 'react-router';

import type { Route } from './+types/list';
import { addAdmin } from '#domain/admins/add-admin.ts';
import { changeRole } from '#domain/admins/change-role.ts';
import { endSessionsOf } from '#domain/admins/end-sessions.ts';
import { inviteAdmin, type Invitation } from '#domain/admins/invite-admin.ts';
import { listAdmins } from '#domain/admins/list-admins.ts';
import { listInvitations } from '#domain/admins/list-invitations.ts';
import { withdrawInvitation } from '#domain/admins/withdraw-invitation.ts';
import { removeAdmin } from '#domain/admins/remove-admin.ts';
import { requireActor } from '#domain/actor.ts';
import { changeSecondFactorPolicy } from '#domain/admins/change-second-factor-policy.ts';
import { getSecondFactorPolicy } from '#domain/admins/get-second-factor-policy.ts';
import { can, canManageRole } from '#domain/permissions.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { Button } from '#app/ui/button.tsx';
import { formAction, type Done } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { shortDay } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { readPage } from '../list/list-address.ts';
import { Pager } from '../list/pager.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { usePreloadedRoute } from '../hooks/use-preloaded-route.ts';
import { useIsLoading } from '../hooks/use-is-loading.ts';
import { AddAdminDialog } from './add-admin-dialog.tsx';
import { AdminTable, type AdminTableRow } from './admin-table.tsx';
import { EditAdminDialog } from './edit-admin-dialog.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { InvitationList } from './invitation-list.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { failures, loadFailure } from './failure-messages.ts';
import { RemoveAdminDialog } from './remove-admin-dialog.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const { role } = requireActor(domain);
    const query = { search: url.searchParams.get('q') ?? '', page: readPage(url.searchParams) };
    const [{ items, ...list }, invitations, policy] = await Promise.all([
      listAdmins(domain, query),
      can({ role }, 'manage-admins') ? listInvitations(domain) : [],
      can({ role }, 'manage-super-admins') ? getSecondFactorPolicy(domain) : null,
    ]);
    return data({
      ...list,
      ownRole: role,
      policy,
      sendsEmail: domain.mail.isSetUp,
      admins: items.map(({ createdAt, ...admin }) => ({
        ...admin,
        added: shortDay(createdAt, domain.timeZone),
      })),
      invitations: invitations.map(({ expiresAt, ...invitation }) => ({
        ...invitation,
        expires: shortDay(expiresAt, domain.timeZone),
        mayWithdraw: canManageRole({ role }, invitation.role),
      })),
    });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export const action = formAction(failures, {
  add: async (ctx, fields) => {
    const invitation = await addAdmin(ctx, fields);
    return invitation ? invited(invitation) : { done: 'Admin user created successfully.' };
  },
  'change-role': { run: changeRole, done: 'User role updated successfully.' },
  'end-sessions': {
    run: (ctx, { id = '' }) => endSessionsOf(ctx, id),
    done: 'Signed out on all devices.',
  },
  remove: {
    run: (ctx, { id = '' }) => removeAdmin(ctx, id),
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

export const handle = new FailingScreen('Admin Users', loadFailure);

export function meta() {
  return screenMeta('Users');
}

type Open = { kind: 'add' } | { kind: 'edit' | 'end-sessions' | 'remove'; admin: AdminTableRow };

export default function AdminUsers({ loaderData }: Route.ComponentProps) {
  usePreloadedRoute(href('/admin/users/candidates'));
  const { admins, invitations, total, found, page, pages, mayManage, ownRole, sendsEmail, policy } =
    loaderData;
  const [params] = useSearchParams();
  const [open, setOpen] = useState<Open | null>(null);
  const [link, setLink] = useState<{ email: string; link: string } | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const isLoading = useIsLoading(href('/admin/users'));
  const isSearch = (params.get('q') ?? '') !== '';

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Admin Users</h1>
        {mayManage && (
          <Button variant="primary" onClick={() => setOpen({ kind: 'add' })}>
            <UserPlus />
            Add Admin
          </Button>
        )}
      </header>

      {mayManage && (
        <p className="text-ink-soft">Accounts without a role are deleted 30 days after they were created.</p>
      )}
      {!mayManage && <p className="text-ink-soft">Only admins and super admins can change this list.</p>}

      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SearchBox placeholder="Search users..." />
        <div className="ml-auto flex gap-3 text-ink-soft tabular-nums">
          <output className="empty:hidden">{isSearch && `${found.toLocaleString('en-US')} found`}</output>
          <p>{`${total.toLocaleString('en-US')} admin users total`}</p>
        </div>
      </div>

      {admins.length > 0 ? (
        <AdminTable
          admins={admins}
          mayManage={mayManage}
          isLoading={isLoading}
          onEdit={(admin) => setOpen({ kind: 'edit', admin })}
          onEndSessions={(admin) => setOpen({ kind: 'end-sessions', admin })}
          onRemove={(admin) => setOpen({ kind: 'remove', admin })}
        />
      ) : (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-16 text-center text-base font-semibold">
          No admin users found.
        </p>
      )}
      <Pager page={page} pages={pages} />
      {invitations.length > 0 && <InvitationList invitations={invitations} />}
      {policy !== null && <SecondFactorCard policy={policy} />}

      {open?.kind === 'add' && (
        <AddAdminDialog ownRole={ownRole} sendsEmail={sendsEmail} onClose={close} onLink={setLink} />
      )}
      {open?.kind === 'edit' && (
        <EditAdminDialog
          admin={{ ...open.admin, label: open.admin.email ?? 'Unknown User' }}
          ownRole={ownRole}
          onClose={close}
        />
      )}
      {open?.kind === 'end-sessions' && <EndSessionsDialog admin={open.admin} onClose={close} />}
      {open?.kind === 'remove' && <RemoveAdminDialog admin={open.admin} onClose={close} />}
      {link && <LinkDialog invitation={link} onClose={() => setLink(null)} />}
    </div>
  );
}

export const ErrorBoundary = ScreenFailure;
