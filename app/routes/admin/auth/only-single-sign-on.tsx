import { SingleSignOnLink } from '../factors/single-sign-on-link.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { singleSignOnAddress } from './single-sign-on-address.ts';

/** In the place of a screen that asks for a password, where none is used. */
export function OnlySingleSignOn({
  title,
  text = 'This site uses no passwords.',
}: {
  title: string;
  text?: string;
}) {
  return (
    <AuthLayout title={title} text={text}>
      <SingleSignOnLink to={singleSignOnAddress(null)} isPrimary />
    </AuthLayout>
  );
}
