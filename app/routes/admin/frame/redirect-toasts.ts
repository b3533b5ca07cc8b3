import { redirect } from 'react-router';

import { kindNames, kinds, type PostKind } from '#domain/core/kinds.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { toastCookie } from '#app/http/toast.ts';
import type { Toast } from '#app/ui/toaster.tsx';
import { publicAtMessage } from '../dates.ts';

/** The message of each kind: "Post published successfully." */
const savedToasts = Object.fromEntries(
  kindNames.flatMap((kind) => [
    [`${kind}-published`, { text: `${kinds[kind].name} published successfully.` }],
    [`${kind}-saved-as-draft`, { text: `${kinds[kind].name} saved as draft successfully.` }],
  ]),
  // oxlint-disable-next-line no-unsafe-type-assertion -- two entries for each kind
) as Record<`${PostKind}-published` | `${PostKind}-saved-as-draft`, Toast>;

/** The toasts that are shown on the screen that a redirect leads to. */
export const redirectToasts = {
  'signed-in': { title: 'Welcome back!', text: "You've been successfully signed in." },
  'account-created': { text: 'Your account has been created.' },
  ...savedToasts,
  'author-created': { text: 'Author created successfully.' },
  'author-updated': { text: 'Author updated successfully.' },
  'revision-restored': { text: 'Restored into the text you are editing.' },
  'proposal-accepted': { text: 'Accepted into the text you are editing.' },
  'message-deleted': { text: 'Message deleted successfully.' },
  'message-deleted-for-good': { text: 'Message deleted for good.' },
  'person-erased': { text: 'All data of this person was erased.' },
  'post-not-loaded': { text: 'Failed to load post.', tone: 'error' },
} satisfies Record<string, Toast>;

type RedirectToastKey = keyof typeof redirectToasts;

/** @param publicAt when a scheduled post will be public */
type RedirectToast = { key: RedirectToastKey; publicAt?: Date | null };

/** The one redirect of the admin that carries a toast to the screen it leads to. */
export function redirectWithToast(to: string, toast: RedirectToast, headers = new Headers()): Response {
  headers.append('Set-Cookie', toastCookie(writeToast(toast)));
  return redirect(to, { headers });
}

/** The same in the browser, for a screen that decides there. */
export function redirectWithToastInBrowser(to: string, toast: RedirectToast): Response {
  document.cookie = toastCookie(writeToast(toast));
  return redirect(to);
}

function writeToast({ key, publicAt }: RedirectToast): string {
  return publicAt ? `${key}.${publicAt.getTime()}` : key;
}

/**
 * The toast that a cookie's value stands for. A forged cookie can only choose among these messages and a date.
 * @returns null for a value that is not one of ours
 */
export function readRedirectToast(value: string, timeZone: string): Toast | null {
  const [, key = '', instant] = /^([a-z_-]+)(?:\.(\d{1,14}))?$/.exec(value) ?? [];
  if (!isKeyOf(redirectToasts, key)) return null;
  const toast: Toast = redirectToasts[key];
  if (instant === undefined) return toast;
  return { ...toast, text: `${toast.text} ${publicAtMessage(new Date(Number(instant)), timeZone)}` };
}
