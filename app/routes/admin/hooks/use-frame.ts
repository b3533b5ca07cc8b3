import { useMatches } from 'react-router';

import { can, type Permission, type Role, roles } from '#domain/core/permissions.ts';
import { fieldOf } from '#app/http/field-of.ts';

function useFrameFact(name: string): unknown {
  return useMatches()
    .map(({ loaderData }) => fieldOf(loaderData, name))
    .find((fact) => fact !== undefined);
}

/** True if the person who is signed in has a permission, for what a screen offers. The verb asks again. */
export function useCan(permission: Permission): boolean {
  const role = useRole();
  return role !== undefined && can({ role }, permission);
}

/** The role of the person who is signed in. */
export function useRole(): Role | undefined {
  const found = useFrameFact('role');
  return roles.find((one) => one === found);
}

/** How many proposals wait for a decision of the person who is signed in. */
export function useWaitingProposals(): number {
  const count = useFrameFact('proposals');
  return typeof count === 'number' ? count : 0;
}

/** The name of the site. */
export function useSiteName(): string {
  const name = useFrameFact('siteName');
  return typeof name === 'string' ? name : '';
}

/** The time zone of the site. */
export function useTimeZone(): string {
  const zone = useFrameFact('timeZone');
  return typeof zone === 'string' ? zone : 'UTC';
}
