import { Link, isRouteErrorResponse, useRevalidator } from 'react-router';

import { messageOf } from '#app/http/respond.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/**
 * What a screen shows instead of itself when its data could not be had: its own heading, what happened, and a way on.
 *
 * @param message for an error; an error that the screen's own loader explained speaks for itself
 */
export function FailureScreen({
  heading,
  error,
  message,
  back,
}: {
  heading: string;
  error: unknown;
  message: string;
  back?: { to: string; label: string };
}) {
  const revalidator = useRevalidator();
  const isAnswer = isRouteErrorResponse(error);
  const mayPass = !isAnswer || error.status >= 500;

  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-semibold tracking-tight">{heading}</h1>
      <Notice title="Error">
        <p>{(isAnswer ? messageOf(error.data) : null) ?? message}</p>
      </Notice>
      <div className="flex flex-wrap gap-2">
        {mayPass && (
          <Button pending={revalidator.state === 'loading'} onClick={() => void revalidator.revalidate()}>
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
