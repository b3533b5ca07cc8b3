/**
 * Says of each line whether there is room for it.
 * @param onOmitted told at the end of a window how many lines of it were left out
 */
export function createSample(
  limit: { perWindow: number; milliseconds: number },
  onOmitted: (count: number) => void,
): { hasRoom: () => boolean; close: () => void } {
  let windowStart = -Infinity;
  let lines = 0;
  let end: NodeJS.Timeout | undefined;

  const tell = () => {
    clearTimeout(end);
    end = undefined;
    if (lines > limit.perWindow) onOmitted(lines - limit.perWindow);
    lines = 0;
  };
  return {
    hasRoom() {
      const now = performance.now();
      if (now - windowStart > limit.milliseconds) {
        tell();
        windowStart = now;
      }
      lines += 1;
      if (lines <= limit.perWindow) return true;
      // Also when no request follows.
      end ??= setTimeout(tell, windowStart + limit.milliseconds - now).unref();
      return false;
    },
    close: tell,
  };
}
