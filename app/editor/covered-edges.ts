/** From one vertical position to another, in CSS pixels of the layout viewport. */
export type Span = { top: number; bottom: number };

/** Pixels between a bar and the line that is scrolled into view. */
const gap = 8;

/**
 * How much of the top and bottom of a scroll container is covered: by bars that stay in place, and by what lies outside
 * of the visual viewport, such as an on-screen keyboard.
 *
 * @param bars absent where there is none
 */
export function coveredEdges(
  container: Span,
  visible: Span,
  bars: { top?: Span | undefined; bottom?: Span | undefined },
): Span {
  const top = Math.max(visible.top, bars.top?.bottom ?? visible.top);
  // Near the start of the text the bar has not reached its place yet, and takes it as soon as the page is scrolled.
  const height = bars.bottom ? bars.bottom.bottom - bars.bottom.top : 0;
  const bottom = Math.min(visible.bottom - height, bars.bottom?.top ?? visible.bottom);
  return {
    top: Math.max(0, top - container.top) + gap,
    bottom: Math.max(0, container.bottom - bottom) + gap,
  };
}

/** How far to scroll down (up: negative) so that `line` is in view; 0 when it is. */
export function scrollDistance(line: Span, container: Span, covered: Span): number {
  const [first, last] = [container.top + covered.top, container.bottom - covered.bottom];
  if (line.top < first) return line.top - first;
  // Of a block that is higher than the view the top is shown.
  if (line.bottom > last) return Math.min(line.bottom - last, line.top - first);
  return 0;
}
