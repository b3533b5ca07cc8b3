import { href } from 'react-router';
import { LogOut } from 'lucide-react';

import { buttonClass } from '#app/ui/button.tsx';
import type { useSignOut } from './use-sign-out.ts';

/** Works without script too. */
export function SignOutForm({ onSubmit }: Pick<ReturnType<typeof useSignOut>, 'onSubmit'>) {
  return (
    <form method="post" action={href('/admin/logout')} onSubmit={onSubmit}>
      <input type="hidden" name="clear" defaultValue="" />
      <button type="submit" className={buttonClass('secondary', 'w-full')}>
        <LogOut />
        Sign Out
      </button>
    </form>
  );
}
