import { useEffect, useState, type ComponentType } from 'react';
import { href, isRouteErrorResponse, Link, useMatches, useRevalidator } from 'react-router';

import { messageOf } from '#app/http/respond.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toaster.tsx';

/**
 * What a screen says instead of itself when its data cannot be had: `export const handle`. The frame around it says the
 * same where nothing of the screen came, not even its boundary.
 */
export class FailingScreen {
  readonly heading: string;
  readonly message: string;
  readonly back: { to: string; label: string } | undefined;

  constructor(heading: string, message: string, back?: { to: string; label: string }) {
    this.heading = heading;
    this.message = message;
    this.back = back;
  }
}

/** The way on from the screens of a post. */
export const backToPosts = { to: href('/admin/posts'), label: 'Back to Posts' };

const unknownScreen = new FailingScreen('Admin', 'Something went wrong on our side. Please try again.', {
  to: href('/admin'),
  label: 'Dashboard',
});

function useFailingScreen(): FailingScreen {
  const handles = useMatches().map(({ handle }) => handle);
  return handles.findLast((handle) => handle instanceof FailingScreen) ?? unknownScreen;
}

/**
 * The boundary of every screen: its heading, what happened, and a way on. What may pass is said by a toast, which needs
 * the toaster of the frame around it.
 * @param isTold a toast says what happened already
 */
export function ScreenFailure({ error, isTold = false }: { error: unknown; isTold?: boolean }) {
  const { heading, message, back } = useFailingScreen();
  const { revalidate, state } = useRevalidator();
  const showToast = useToast();
  const isAnswer = isRouteErrorResponse(error);
  const mayPass = !isAnswer || error.status >= 500;
  const text = (isAnswer ? messageOf(error.data) : null) ?? message;
  useEffect(() => {
    if (!isTold && mayPass && state === 'idle') showToast({ title: 'Error', text, tone: 'error' });
  }, [isTold, mayPass, state, text, showToast]);
  const notice = (
    <Notice title="Error">
      <p>{text}</p>
    </Notice>
  );
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-semibold tracking-tight">{heading}</h1>
      {!isTold && (mayPass ? <noscript>{notice}</noscript> : notice)}
      <div className="flex flex-wrap gap-2">
        {mayPass && (
          <Button pending={state === 'loading'} onClick={() => void revalidate()}>
            Try again
          </Button>
        )}
        {back && (
          <Link to={back.to} className={buttonClass('secondary')}>
            {back.label}
          </Link>
        )}
      </div>
    </div>
  );
}

/**
 * The `clientLoader` of a screen that keeps what it shows: null where the server failed or could not be reached.
 * @throws an answer that is no failure of the server, such as a redirect
 */
export async function loadOrKeep<Loaded>({
  serverLoader,
}: {
  serverLoader: () => Promise<Loaded>;
}): Promise<Loaded | null> {
  try {
    return await serverLoader();
  } catch (error) {
    if ((error instanceof Response || isRouteErrorResponse(error)) && error.status < 500) throw error;
    return null;
  }
}

/** A screen whose `clientLoader` is `loadOrKeep`: after a failed load it stays as it was, and a toast says what failed. */
export function keepLoaded<Loaded extends object>(Screen: ComponentType<{ loaderData: Loaded }>) {
  return function KeptScreen({ loaderData }: { loaderData: Loaded | null }) {
    const [last, setLast] = useState(loaderData);
    if (loaderData !== null && loaderData !== last) setLast(loaderData);
    const { message } = useFailingScreen();
    const showToast = useToast();
    const { state } = useRevalidator();
    useEffect(() => {
      if (loaderData === null && state === 'idle')
        showToast({ title: 'Error', text: message, tone: 'error' });
    }, [loaderData, message, showToast, state]);
    return last === null ? <ScreenFailure error={null} isTold /> : <Screen loaderData={last} />;
  };
}
