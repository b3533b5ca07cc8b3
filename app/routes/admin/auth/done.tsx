import { href } from 'react-router';

import { AuthMessage } from './auth-layout.tsx';

/** The end of a tab that was opened only to sign in, or to prove who the user is. The script tells the other tabs. */
export default function Done() {
  return (
    <div data-signed-in>
      <AuthMessage
        title="You are signed in"
        text="Go back to the tab that you came from. You can close this one."
        to={href('/admin')}
        label="Stay here and open the admin"
      />
    </div>
  );
}
