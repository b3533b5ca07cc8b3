/** What an SVG logo may have at most. */
export const svgLimits = {
  bytes: 200_000,
  elements: 5_000,
  depth: 40,
  /** Elements that are drawn when each reference is followed. */
  drawn: 20_000,
  /** Pixels of the longer side of what is stored; it is drawn in any size. */
  side: 1_024,
} as const;
