import { href } from 'react-router';

import { internalPath } from '#app/http/internal-path.ts';

const adminPath = href('/admin');
const signedInElsewhere = href('/admin/login/done');

/** The address of the admin to return to after sign-in; of the auth screens only the one that ends a tab of its own. */
export function returnPath(url: URL): string {
  const path = internalPath(url.searchParams.get('from'), adminPath);
  if (path === signedInElsewhere) return path;
  return /^\/admin\/(?:login|logout|second-factor|setup|forgot-password|reset-password|email-change|confirm|invitation)(?:[/?]|$)/.test(
    path,
  )
    ? adminPath
    : path;
}
