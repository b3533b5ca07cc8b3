import { LogOut, Pencil, Trash2 } from 'lucide-react';

import type { Role } from '#domain/actor.ts';
import { IconButton } from '#app/ui/button.tsx';
import { ColumnHeader } from '../list/column-header.tsx';
import { cellClass, ListTable } from '../list/list-table.tsx';
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

/** The administrators; on small screens the same table, each row laid out as a card. */
export function AdminTable({
  admins,
  mayManage,
  isLoading,
  onEdit,
  onEndSessions,
  onRemove,
}: {
  admins: AdminTableRow[];
  mayManage: boolean;
  isLoading: boolean;
  onEdit: (admin: AdminTableRow) => void;
  onEndSessions: (admin: AdminTableRow) => void;
  onRemove: (admin: AdminTableRow) => void;
}) {
  return (
    <ListTable
      isLoading={isLoading}
      head={
        <>
          <ColumnHeader>User</ColumnHeader>
          <ColumnHeader className="@3xl:w-40">Role</ColumnHeader>
          <ColumnHeader className="@3xl:w-36">Added</ColumnHeader>
          <ColumnHeader className="@3xl:w-32 @3xl:text-right">Actions</ColumnHeader>
        </>
      }
    >
      {admins.map((admin) => (
        <tr
          key={admin.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-1.5 pl-3 @3xl:table-row @3xl:bg-surface @3xl:hover:bg-[color-mix(in_oklch,var(--color-surface),var(--color-sunken)_55%)]"
        >
          <td className={`${cellClass} order-1 flex-1 basis-[calc(100%-8rem)] @3xl:pl-3`}>
            <span className="font-medium wrap-anywhere">{admin.email ?? 'Unknown User'}</span>
            {admin.isSelf && <span className="ml-2 text-xs text-ink-soft">You</span>}
            {admin.name !== null && (
              <span className="block text-ink-soft wrap-anywhere [unicode-bidi:plaintext]">{admin.name}</span>
            )}
          </td>
          <td className={`${cellClass} order-3`}>
            <RoleBadge role={admin.role} />
          </td>
          <td
            className={`${cellClass} order-4 text-ink-soft tabular-nums whitespace-nowrap @max-3xl:before:content-['Added_']`}
          >
            {admin.added}
          </td>
          <td className={`${cellClass} order-2 flex min-h-8 justify-end @3xl:table-cell @3xl:text-right`}>
            {mayManage && (
              <RowActions admin={admin} onEdit={onEdit} onEndSessions={onEndSessions} onRemove={onRemove} />
            )}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

/** An action without permission is disabled and says why. Users cannot remove themselves. */
function RowActions({
  admin,
  onEdit,
  onEndSessions,
  onRemove,
}: {
  admin: AdminTableRow;
  onEdit: (admin: AdminTableRow) => void;
  onEndSessions: (admin: AdminTableRow) => void;
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
          label={`End sessions of ${label}`}
          title={reason}
          disabled={!admin.mayChange}
          onClick={() => onEndSessions(admin)}
        >
          <LogOut />
        </IconButton>
      )}
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
