import type { Toast } from '#app/ui/toaster.tsx';

/** Where the cookie of such a message goes. */
export const adminPath = '/admin';

/** The messages that are shown on the screen after a redirect. */
export const redirectToasts = {
  'signed-in': { title: 'Welcome back!', text: "You've been successfully signed in." },
  'post-published': { title: 'Success', text: 'Post published successfully.' },
  'post-saved-as-draft': { title: 'Success', text: 'Post saved as draft successfully.' },
  'revision-restored': { title: 'Success', text: 'Restored into the text you are editing.' },
  'message-deleted': { title: 'Success', text: 'Message deleted successfully.' },
  'person-erased': { title: 'Success', text: 'Everything of this person was erased.' },
  'post-not-loaded': { title: 'Error', text: 'Failed to load post.', tone: 'error' },
  'lookups-not-loaded': { title: 'Error', text: 'Failed to load data.', tone: 'error' },
} as const satisfies Record<string, Toast>;

export type RedirectToast = keyof typeof redirectToasts;

/** Their keys, as the cookie carries them. */
export const redirectToastKeys = Object.keys(redirectToasts).filter(
  (key): key is RedirectToast => key in redirectToasts,
);
