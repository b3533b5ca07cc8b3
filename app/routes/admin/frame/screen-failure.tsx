import { useMatches, href } from 'react-router';

import { FailureScreen } from './failure-screen.tsx';

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

const unknownScreen = new FailingScreen('Admin', 'Something went wrong on our side. Please try again.', {
  to: href('/admin'),
  label: 'Dashboard',
});

/** The boundary of every screen. */
export function ScreenFailure({ error }: { error: unknown }) {
  const matches = useMatches();
  const { heading, message, back } =
    matches.map(({ handle }) => handle).findLast((handle) => handle instanceof FailingScreen) ??
    unknownScreen;
  return <FailureScreen heading={heading} error={error} message={message} {...(back ? { back } : {})} />;
}
