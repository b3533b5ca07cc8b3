import { href } from 'react-router';

import { internalPath } from '#app/http/internal-path.ts';

const adminPath = href('/admin');

/** The address of the admin to return to after sign-in; never an auth screen. */
export function returnPath(url: URL): string {
  const path = internalPath(url.searchParams.get('from'), adminPath);
  return /^\/admin\/(?:login|logout|second-factor|setup|forgot-password|reset-password|email-change|confirm|invitation)(?:[/?]|$)/.test(
    path,
  )
    ? adminPath
    : path;
}
