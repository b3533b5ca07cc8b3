/** Where toasts stand: at the bottom, above whatever is in use there. Pure. */

/** In pixels from the top of the window, as `getBoundingClientRect` measures. */
type Span = { top: number; bottom: number };

/** Between the toasts and what is below them. */
const gap = 8;

/**
 * The bottom edge of the toasts: as low as possible without covering an obstacle.
 * @param height of all toasts together
 * @param visible the part of the window that an on-screen keyboard leaves
 * @param obstacles what must not be covered; where there is no room above all of them, the later ones are covered
 */
export function toastsBottom(height: number, visible: Span, obstacles: readonly Span[]): number {
  for (let counted = obstacles.length; counted > 0; counted -= 1) {
    const bottom = lowest(height, visible, obstacles.slice(0, counted));
    if (bottom - height >= visible.top) return bottom;
  }
  return visible.bottom - gap;
}

function lowest(height: number, visible: Span, obstacles: readonly Span[]): number {
  let bottom = visible.bottom - gap;
  // From the lowest upwards: above one, the toasts may reach the next.
  for (const { top, bottom: end } of obstacles.toSorted((one, other) => other.bottom - one.bottom)) {
    if (end > bottom - height && top < bottom) bottom = Math.min(bottom, top - gap);
  }
  return bottom;
}
