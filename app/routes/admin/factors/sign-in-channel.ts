const channelName = 'anyforge-sign-in';

/** Tells the other tabs of this browser that its user has just signed in. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
  channel.postMessage('signed-in');
  channel.close();
}

/** Calls `onSignedIn` when another tab says so. @returns what ends it */
export function onSignedInElsewhere(onSignedIn: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', onSignedIn);
  return () => channel.close();
}
