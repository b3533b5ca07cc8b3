import { Building2 } from 'lucide-react';

import { buttonClass } from '#app/ui/button.tsx';

/**
 * Leaves this site for the issuer: a plain link, which the router does not follow itself.
 * @param isNewTab for a page that must stay as it is
 */
export function SingleSignOnLink({
  to,
  isPrimary = false,
  isNewTab = false,
  children = 'Sign in with single sign-on',
}: {
  to: string;
  isPrimary?: boolean;
  isNewTab?: boolean;
  children?: string | undefined;
}) {
  return (
    <a
      href={to}
      className={buttonClass(isPrimary ? 'primary' : 'secondary')}
      {...(isNewTab ? { target: '_blank', rel: 'noopener' } : {})}
    >
      <Building2 aria-hidden />
      {children}
      {isNewTab && <span className="sr-only"> (opens a new tab)</span>}
    </a>
  );
}
