import { Link } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';

/** A step through a list: a link where there is somewhere to go, words of the same look where there is not. */
export function StepLink({ to, label, rel }: { to: string | null; label: string; rel: 'prev' | 'next' }) {
  if (to === null) {
    return (
      <span aria-disabled="true" className={buttonClass('secondary')}>
        {label}
      </span>
    );
  }
  return (
    <Link to={to} rel={rel} className={buttonClass('secondary')}>
      {label}
    </Link>
  );
}
