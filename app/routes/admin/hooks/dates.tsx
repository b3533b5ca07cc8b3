import { shortDay, shortMoment } from '../dates.ts';
import { useTimeZone } from './use-frame.ts';

/** The day of an instant in the site's zone, short. */
export function Day({ at }: { at: Date }) {
  return <Time at={at} words={shortDay(at, useTimeZone())} />;
}

/** The same with the time of day. */
export function Moment({ at }: { at: Date }) {
  return <Time at={at} words={shortMoment(at, useTimeZone())} />;
}

/** The dates of a passkey or a token. */
export function LastUsed({ at }: { at: Date | null }) {
  return at ? (
    <>
      last used <Moment at={at} />
    </>
  ) : (
    'never used'
  );
}

function Time({ at, words }: { at: Date; words: string }) {
  return (
    // Browsers put other spaces into a time than the server does.
    <time dateTime={at.toISOString()} suppressHydrationWarning>
      {words}
    </time>
  );
}
