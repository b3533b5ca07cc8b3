import { canManageRole, roleNames, roles, type Role } from '#domain/core/permissions.ts';
import { SelectField } from '#app/ui/field.tsx';
import { useRole } from '../hooks/use-frame.ts';

/** The roles. What is above the reader's own cannot be chosen. */
export function RoleField({ defaultValue = 'editor' }: { defaultValue?: Role }) {
  const ownRole = useRole();
  const canGive = (role: Role) => ownRole !== undefined && canManageRole({ role: ownRole }, role);
  return (
    <SelectField
      label="Role"
      name="role"
      defaultValue={defaultValue}
      hint={roles.every(canGive) ? undefined : 'Only a super admin can give the role Super Admin.'}
    >
      {roles.map((role) => (
        <option key={role} value={role} disabled={!canGive(role)}>
          {roleNames[role]}
        </option>
      ))}
    </SelectField>
  );
}
