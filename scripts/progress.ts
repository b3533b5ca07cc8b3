const secondsBetweenLines = 5;

/** Announces the progress of a long step every few seconds, with the time that is left at this speed. */
export function progressOf(
  what: string,
  total: number,
  announce: (line: string) => void,
  clock: () => number = () => performance.now(),
): { add: (more: number) => void } {
  let done = 0;
  const startedAt = clock();
  let saidAt = startedAt;
  return {
    add: (more) => {
      done += more;
      if (clock() - saidAt < secondsBetweenLines * 1000) return;
      saidAt = clock();
      const left = ((saidAt - startedAt) / done) * (total - done);
      announce(
        `${what}: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}, ${timeInWords(left)} left …`,
      );
    },
  };
}

function timeInWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
