import { ShieldCheck } from 'lucide-react';

import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { can, roleNames, type Role } from '#domain/core/permissions.ts';

const tones: Record<Role, BadgeTone> = {
  super_admin: 'danger',
  admin: 'strong',
  editor: 'neutral',
  contributor: 'neutral',
};

/** A role by its name; those who may manage people carry a shield. */
export function RoleBadge({ role }: { role: Role }) {
  return (
    <Badge tone={tones[role]}>
      {can({ role }, 'manage-admins') && <ShieldCheck aria-hidden className="size-3.5" />}
      {roleNames[role]}
    </Badge>
  );
}
