import { href } from 'react-router';
import { useEffect } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';
import { onSignedInElsewhere } from './sign-in-channel.ts';

const from = `from=${encodeURIComponent(href('/admin/login/done'))}`;

/** Signs in by whatever way the site has, in a tab of its own; the tab then tells the others. */
export const signInInOtherTab = `${href('/admin/login')}?${from}`;

/** The same by single sign-on. */
export const singleSignOnInOtherTab = `${href('/admin/login/sso')}?${from}`;

/** Proves again by single sign-on who the user is, in a tab of its own. */
export const proveInOtherTab = `${href('/admin/login/sso')}?for=proof`;

/** Calls `onSignedIn` when another tab says so. */
export function useSignedInElsewhere(onSignedIn: () => void): void {
  const latest = useLatest(onSignedIn);
  useEffect(() => onSignedInElsewhere(() => latest.current()), [latest]);
}
