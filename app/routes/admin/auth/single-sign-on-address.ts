import { href } from 'react-router';

export const singleSignOnFailures = {
  unavailable:
    'Single sign-on cannot be reached right now. Please try again in a few minutes, or sign in another way.',
  refused:
    'Single sign-on did not let you in. It works for administrators and invited people, with the email address that this site knows.',
  expired: 'The sign-in took too long or was started in another browser. Please try again.',
} as const;

type SingleSignOnFailure = keyof typeof singleSignOnFailures;

/** The login with the reason why single sign-on failed. */
export function loginAfterFailure(failure: SingleSignOnFailure, from: string | null): string {
  const query = new URLSearchParams({ sso: failure, ...(from === null ? {} : { from }) });
  return `${href('/admin/login')}?${query}`;
}

/** The reason in the address of the login; null for any other text. */
export function failureIn(url: URL): string | null {
  const given = url.searchParams.get('sso');
  return Object.entries(singleSignOnFailures).find(([name]) => name === given)?.[1] ?? null;
}

/** Begins single sign-on, and returns afterwards to where the login would. */
export function singleSignOnAddress(from: string | null): string {
  const address = href('/admin/login/sso');
  return from === null ? address : `${address}?${new URLSearchParams({ from })}`;
}
