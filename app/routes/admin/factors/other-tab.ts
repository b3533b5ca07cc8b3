import { href } from 'react-router';
import { useEffect } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';

const channelName = 'anyforge-sign-in';

/** Signs in by whatever way the site has, in a tab of its own; the tab then tells the others. */
export const signInInOtherTab = `${href('/admin/login')}?from=${encodeURIComponent(href('/admin/login/done'))}`;

/** The same by single sign-on. */
export const singleSignOnInOtherTab = `${href('/admin/login/sso')}?from=${encodeURIComponent(href('/admin/login/done'))}`;

/** Proves again by single sign-on who the user is, in a tab of its own. */
export const proveInOtherTab = `${href('/admin/login/sso')}?for=proof`;

/** Tells the other tabs of this browser that its user has just signed in. */
export function useTellOtherTabs(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
    channel.postMessage('signed-in');
    channel.close();
  }, []);
}

/** Calls `onSignedIn` when another tab says so. */
export function useSignedInElsewhere(onSignedIn: () => void): void {
  const latest = useLatest(onSignedIn);
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', () => latest.current());
    return () => channel.close();
  }, [latest]);
}
