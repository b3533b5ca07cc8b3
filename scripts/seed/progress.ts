const secondsBetweenLines = 5;

/** Says how far a long step is, every few seconds; a short one says nothing. */
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
