import { useEffect } from 'react';
import { href } from 'react-router';

const sessionAddress = href('/api/auth/*', { '*': 'get-session' });

/**
 * A page that the browser brings back as it was shows nothing until its user is known to be signed in still. WebKit keeps
 * pages that must not be stored, too.
 */
export function useReturnedPage(userId: string): void {
  useEffect(() => {
    const hide = ({ persisted }: PageTransitionEvent) => (document.documentElement.hidden = persisted);
    const check = async ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      if (await isSignedIn(userId)) document.documentElement.hidden = false;
      else location.reload();
    };
    addEventListener('pagehide', hide);
    addEventListener('pageshow', check);
    return () => {
      removeEventListener('pagehide', hide);
      removeEventListener('pageshow', check);
    };
  }, [userId]);
}

async function isSignedIn(userId: string): Promise<boolean> {
  try {
    const session: { user: { id: string } } | null = await (await fetch(sessionAddress)).json();
    return session?.user.id === userId;
  } catch {
    return false;
  }
}
