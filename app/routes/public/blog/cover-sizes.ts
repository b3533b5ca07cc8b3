/** How wide a cover is shown, as the value of `sizes`: a part of the window, up to where the sheet ends. */
export const coverSizes = {
  lead: '(width < 48rem) 92vw, min(54vw, 68rem)',
  half: '(width < 48rem) 92vw, min(45vw, 57rem)',
  third: '(width < 48rem) 92vw, min(29vw, 37rem)',
  post: '(width < 64rem) 92vw, min(38vw, 47rem)',
} as const;

/**
 * What a card's cover has in the grid of a list, where rows of two and of three follow each other and the last one is
 * full. @param index of `count` cards, from 0
 */
export function coverSizesInGrid(index: number, count: number): string {
  const isInPair = index % 5 < 2;
  const left = count % 5;
  const isInShortRow = left > 2 && index >= count - left + 2;
  return isInPair || isInShortRow ? coverSizes.half : coverSizes.third;
}
