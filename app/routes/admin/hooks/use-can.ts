import { useMatches } from 'react-router';

import { roles } from '#domain/actor.ts';
import { can, type Permission } from '#domain/permissions.ts';
import { fieldOf } from '#app/http/field-of.ts';

/** Whether the person who is signed in has a permission, for what a screen offers. The verb asks again. */
export function useCan(permission: Permission): boolean {
  const found = useMatches().map(({ loaderData }) => fieldOf(loaderData, 'role'));
  const role = roles.find((one) => found.includes(one));
  return role !== undefined && can({ role }, permission);
}
