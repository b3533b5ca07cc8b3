import { useEffect } from 'react';
import { href, isRouteErrorResponse, Link, useMatches, useRevalidator } from 'react-router';

import { messageOf } from '#app/http/respond.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toaster.tsx';

type More<Loaded> = {
  /** The way on when its data cannot be had. */
  back?: { to: string; label: string };
  /** A failure that may pass is said in the place of the heading, not by a toast. */
  isInline?: boolean;
  /** The title of the browser's tab; default: the heading. */
  title?: (loaded: Loaded) => string;
};

/**
 * The words of the frame for a screen: in the browser's tab, and in its place when its data cannot be had: `export
 * const handle`.
 */
export class Screen<Loaded = unknown> {
  readonly heading: string;
  readonly message: string;
  readonly more: More<Loaded>;

  constructor(heading: string, message = unknownFailure, more: More<Loaded> = {}) {
    this.heading = heading;
    this.message = message;
    this.more = more;
  }

  titleOf(loaded: Loaded | undefined): string {
    return (loaded === undefined ? undefined : this.more.title?.(loaded)) ?? this.heading;
  }
}

const unknownFailure = 'Something went wrong on our side. Please try again.';

/** The way on from the screens of a post. */
export const backToPosts = { to: href('/admin/posts'), label: 'Back to Posts' };

const unknownScreen = new Screen('Admin', unknownFailure, {
  back: { to: href('/admin'), label: 'Dashboard' },
});

/** The words for the screen shown, and its title. */
export function useScreen() {
  const matches = useMatches();
  for (const { handle, loaderData } of matches.toReversed())
    if (handle instanceof Screen) return { screen: handle, title: handle.titleOf(loaderData) };
  return { screen: unknownScreen, title: unknownScreen.heading };
}

/** The name of the screen in the browser's tab and in history. */
export function ScreenTitle() {
  return <title>{`${useScreen().title} · Admin`}</title>;
}

/**
 * In the place of a screen: its heading, what happened, and a way on. What may pass is said by a toast, which needs the
 * toaster of the frame around it.
 */
export function ScreenFailure({ error }: { error: unknown }) {
  const { heading, message, more } = useScreen().screen;
  const { back, isInline = false } = more;
  const { revalidate, state } = useRevalidator();
  const showToast = useToast();
  const isAnswer = isRouteErrorResponse(error);
  const mayPass = !isAnswer || error.status >= 500;
  const text = (isAnswer ? messageOf(error.data) : null) ?? message;
  const isToast = mayPass && !isInline;
  useEffect(() => {
    if (isToast && state === 'idle') showToast({ text, tone: 'error' });
  }, [isToast, state, text, showToast]);
  const notice = (
    <Notice title="Error">
      <p>{text}</p>
    </Notice>
  );
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-semibold tracking-tight">{mayPass && isInline ? text : heading}</h1>
      {isToast ? <noscript>{notice}</noscript> : !mayPass && notice}
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
