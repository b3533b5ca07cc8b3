import { Link } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';

/** A link to the previous or next page of a list; plain text that looks the same when there is none. */
export function StepLink({
  to,
  label,
  rel,
  keepsScroll = false,
}: {
  to: string | null;
  label: string;
  rel: 'prev' | 'next';
  keepsScroll?: boolean;
}) {
  if (to === null) {
    return (
      <span aria-disabled="true" className={buttonClass('secondary')}>
        {label}
      </span>
    );
  }
  return (
    <Link to={to} rel={rel} preventScrollReset={keepsScroll} className={buttonClass('secondary')}>
      {label}
    </Link>
  );
}
