import { useRouteLoaderData } from 'react-router';

import { can, type Permission } from '#domain/permissions.ts';
import type { loader } from '../frame/layout.tsx';

/** What the frame of the admin has loaded; undefined where it could not. */
function useFrame() {
  return useRouteLoaderData<typeof loader>('routes/admin/frame/layout');
}

/** Whether the person who is signed in has a permission, for what a screen offers. The verb asks again. */
export function useCan(permission: Permission): boolean {
  const frame = useFrame();
  return frame !== undefined && can(frame, permission);
}

/** How many proposals wait for a decision of the person who is signed in. */
export function useWaitingProposals(): number {
  return useFrame()?.proposals ?? 0;
}

/** The name of the site. */
export function useSiteName(): string {
  return useFrame()?.siteName ?? '';
}

/** The time zone of the site. */
export function useTimeZone(): string {
  return useFrame()?.timeZone ?? 'UTC';
}
