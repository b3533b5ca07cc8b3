import { Pencil, Trash2 } from 'lucide-react';

import type { Role } from '#domain/auth/actor.ts';
import { IconButton } from '#app/ui/button.tsx';
import { ColumnHeader } from '../list/column-header.tsx';
import { RoleBadge } from './role-badge.tsx';

export type AdminTableRow = {
  id: string;
  email: string | null;
  name: string | null;
  role: Role;
  added: string;
  isSelf: boolean;
  mayChange: boolean;
};

const cell = '@3xl:border-b @3xl:border-line @3xl:py-1.5 @3xl:pr-3 @3xl:align-middle';

/** The administrators; on small screens the same table, each row laid out as a card. */
export function AdminTable({
  admins,
  mayManage,
  isLoading,
  onEdit,
  onRemove,
}: {
  admins: AdminTableRow[];
  mayManage: boolean;
  isLoading: boolean;
  onEdit: (admin: AdminTableRow) => void;
  onRemove: (admin: AdminTableRow) => void;
}) {
  return (
    <div className="@container">
      <table
        aria-busy={isLoading}
        className={`block w-full transition-opacity duration-[var(--duration-quick)] @3xl:table @3xl:table-fixed @3xl:border-separate @3xl:border-spacing-0 ${isLoading ? 'opacity-60' : ''}`}
      >
        <thead className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr>
            <ColumnHeader>User</ColumnHeader>
            <ColumnHeader className="@3xl:w-40">Role</ColumnHeader>
            <ColumnHeader className="@3xl:w-36">Added</ColumnHeader>
            <ColumnHeader className="@3xl:w-24 @3xl:text-right">Actions</ColumnHeader>
          </tr>
        </thead>
        <tbody className="block divide-y divide-line rounded-lg border border-line bg-surface @3xl:table-row-group @3xl:divide-y-0 @3xl:rounded-none @3xl:border-0">
          {admins.map((admin) => (
            <tr
              key={admin.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-1.5 pl-3 @3xl:table-row @3xl:bg-surface @3xl:hover:bg-[color-mix(in_oklch,var(--color-surface),var(--color-sunken)_55%)]"
            >
              <td className={`${cell} order-1 flex-1 basis-[calc(100%-6rem)] @3xl:pl-3`}>
                <span className="font-medium wrap-anywhere">{admin.email ?? 'Unknown User'}</span>
                {admin.isSelf && <span className="ml-2 text-xs text-ink-soft">You</span>}
                {admin.name !== null && (
                  <span className="block text-ink-soft wrap-anywhere [unicode-bidi:plaintext]">
                    {admin.name}
                  </span>
                )}
              </td>
              <td className={`${cell} order-3`}>
                <RoleBadge role={admin.role} />
              </td>
              <td
                className={`${cell} order-4 text-ink-soft tabular-nums whitespace-nowrap @max-3xl:before:content-['Added_']`}
              >
                {admin.added}
              </td>
              <td className={`${cell} order-2 flex min-h-8 justify-end @3xl:table-cell @3xl:text-right`}>
                {mayManage && <RowActions admin={admin} onEdit={onEdit} onRemove={onRemove} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What may not be done cannot be pressed, and says why. Nobody is offered to remove themselves. */
function RowActions({
  admin,
  onEdit,
  onRemove,
}: {
  admin: AdminTableRow;
  onEdit: (admin: AdminTableRow) => void;
  onRemove: (admin: AdminTableRow) => void;
}) {
  const label = admin.email ?? 'Unknown User';
  const reason = admin.mayChange
    ? undefined
    : admin.isSelf
      ? 'You cannot change your own role.'
      : 'Only a super admin can do this for a super admin.';
  return (
    <>
      <IconButton
        label={`Edit ${label}`}
        title={reason}
        disabled={!admin.mayChange}
        onClick={() => onEdit(admin)}
      >
        <Pencil />
      </IconButton>
      {!admin.isSelf && (
        <IconButton
          label={`Delete ${label}`}
          title={reason}
          disabled={!admin.mayChange}
          onClick={() => onRemove(admin)}
        >
          <Trash2 />
        </IconButton>
      )}
    </>
  );
}
