/** Gives back a place; further calls do nothing. */
export type Release = () => void;

/** Who waits is refused when too many wait before, or after too long. */
type Refusal = { waiting?: number; milliseconds?: number; refuse: () => Error };

/**
 * Bounds how much work runs at once, first come, first served.
 * @param places for work that runs at the same time
 */
export function createLimit(places: number, refusal?: Refusal) {
  const waiting = new Set<() => void>();
  let free = places;

  function wait({ waiting: most = Infinity, milliseconds, refuse }: Partial<Refusal> = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      if (waiting.size >= most) return reject(refuse?.());
      const leaveQueue = (settle: () => void) => () => {
        clearTimeout(timer);
        waiting.delete(proceed);
        settle();
      };
      const proceed = leaveQueue(resolve);
      waiting.add(proceed);
      const tooLate = leaveQueue(() => reject(refuse?.()));
      const timer = milliseconds === undefined ? undefined : setTimeout(tooLate, milliseconds);
    });
  }

  async function enter(): Promise<Release> {
    if (free > 0) free -= 1;
    else await wait(refusal);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = waiting;
      if (next) next();
      else free += 1;
    };
  }

  return {
    enter,
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      const leave = await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
