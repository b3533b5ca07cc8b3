import { canManageRole, roleNames, roles, type Role } from '#domain/core/permissions.ts';
import { SelectField } from '#app/ui/field.tsx';

/** The roles. What is above the reader's own cannot be chosen. */
export function RoleField({ ownRole, defaultValue = 'editor' }: { ownRole: Role; defaultValue?: Role }) {
  const hasHigher = roles.some((role) => !canManageRole({ role: ownRole }, role));
  return (
    <SelectField
      label="Role"
      name="role"
      defaultValue={defaultValue}
      hint={hasHigher ? 'Only a super admin can give the role Super Admin.' : undefined}
    >
      {roles.map((role) => (
        <option key={role} value={role} disabled={!canManageRole({ role: ownRole }, role)}>
          {roleNames[role]}
        </option>
      ))}
    </SelectField>
  );
}
