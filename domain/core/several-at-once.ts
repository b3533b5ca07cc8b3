/**
 * Does the same work for every item, for `most` of them at a time. After a failure nothing more is begun; when everything that
 * was begun has ended, rejects with the first one.
 * @param work gets the number of its lane, 0 to `most` - 1: of one lane there is one at a time
 */
export async function severalAtOnce<T>(
  items: readonly T[],
  most: number,
  work: (item: T, lane: number) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const failures: unknown[] = [];
  const runLane = async (_: unknown, lane: number) => {
    for (const item of waiting) {
      try {
        await work(item, lane);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: most }, runLane));
  if (failures.length > 0) throw failures[0];
}
