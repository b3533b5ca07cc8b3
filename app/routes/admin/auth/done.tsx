import { Link, href } from 'react-router';

import { hydrated } from '#app/http/hydration.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { useTellOtherTabs } from '../factors/other-tab.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { AuthLayout } from './auth-layout.tsx';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export function meta() {
  return screenMeta('Signed in');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

/** The end of a tab that was opened only to sign in, or to prove who the user is. */
export default function Done() {
  useTellOtherTabs();
  return (
    <AuthLayout
      title="You are signed in"
      text="Go back to the tab that you came from. You can close this one."
    >
      <Link to={href('/admin')} className={buttonClass('secondary')}>
        Stay here and open the admin
      </Link>
    </AuthLayout>
  );
}
