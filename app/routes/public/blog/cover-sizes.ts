/**
 * The width of a cover as a value of the `sizes` attribute: a share of the window, up to the page's width. On a phone it
 * is 4 % less than it is: the common ones then load the next smaller file, which fits into the first round trip.
 */
export const coverSizes = {
  lead: '(width < 48rem) 88vw, min(54vw, 68rem)',
  half: '(width < 48rem) 88vw, min(45vw, 57rem)',
  third: '(width < 48rem) 88vw, min(29vw, 37rem)',
  post: '(width < 64rem) 88vw, min(38vw, 47rem)',
} as const;

/**
 * The `sizes` of a card's cover in the grid of a list. Rows of two and of three cards alternate, and the last row is
 * always full. @param index of `count` cards, from 0
 */
export function coverSizesInGrid(index: number, count: number): string {
  const isInPair = index % 5 < 2;
  const left = count % 5;
  const isInShortRow = left > 2 && index >= count - left + 2;
  return isInPair || isInShortRow ? coverSizes.half : coverSizes.third;
}
