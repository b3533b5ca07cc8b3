import type { ReactNode } from 'react';

import { SingleSignOnLink } from '../factors/single-sign-on-link.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { singleSignOnAddress } from './single-sign-on-address.ts';

/** In the place of a screen that asks for a password, where none is used. */
export function OnlySingleSignOn({
  title = 'This site uses no passwords',
  text = 'You sign in with single sign-on. If you forgot the password of that account, change it where the account is managed.',
}: {
  title?: string;
  text?: ReactNode;
}) {
  return (
    <AuthLayout title={title} text={text}>
      <SingleSignOnLink to={singleSignOnAddress(null)} isPrimary />
    </AuthLayout>
  );
}
