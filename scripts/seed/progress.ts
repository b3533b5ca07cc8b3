const secondsBetweenLines = 5;

/** Announces the progress of a long step every few seconds. */
export function progressOf(
  what: string,
  total: number,
  announce: (line: string) => void,
  clock: () => number = () => performance.now(),
): { add: (more: number) => void } {
  let done = 0;
  let saidAt = clock();
  return {
    add: (more) => {
      done += more;
      if (clock() - saidAt < secondsBetweenLines * 1000) return;
      saidAt = clock();
      announce(`${what}: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} …`);
    },
  };
}
