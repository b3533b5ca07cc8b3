import { useMatches } from 'react-router';

import { FailureScreen } from './failure-screen.tsx';

/**
 * What a screen says instead of itself when its data cannot be had: `export const handle`. The frame around it says the
 * same where nothing of the screen came, not even its boundary.
 */
export class Failing {
  readonly heading: string;
  readonly sentence: string;
  readonly back: { to: string; label: string } | undefined;

  constructor(heading: string, sentence: string, back?: { to: string; label: string }) {
    this.heading = heading;
    this.sentence = sentence;
    this.back = back;
  }
}

const unknownScreen = new Failing('Admin', 'Something went wrong on our side. Please try again.', {
  to: '/admin',
  label: 'Dashboard',
});

/** The boundary of every screen. */
export function ScreenFailure({ error }: { error: unknown }) {
  const matches = useMatches();
  const { heading, sentence, back } =
    matches.map(({ handle }) => handle).findLast((handle) => handle instanceof Failing) ?? unknownScreen;
  return <FailureScreen heading={heading} error={error} sentence={sentence} {...(back ? { back } : {})} />;
}
