const side = 8;
const step = 4;
/** The constants of the measure's authors (Wang et al., 2004) for values from 0 to 255. */
const c1 = (0.01 * 255) ** 2;
const c2 = (0.03 * 255) ** 2;

/**
 * Similarity of two gray images of the same size: 1 if they are identical. Mean SSIM over windows of 8 by 8 pixels.
 */
export function structuralSimilarity(one: Uint8Array, other: Uint8Array, width: number): number {
  const height = one.length / width;
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + side <= height; top += step) {
    for (let left = 0; left + side <= width; left += step) {
      sum += windowSimilarity(one, other, width, top * width + left);
      windows += 1;
    }
  }
  return sum / windows;
}

function windowSimilarity(one: Uint8Array, other: Uint8Array, width: number, start: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const at = start + row * width + column;
      const [x, y] = [one[at] ?? 0, other[at] ?? 0];
      a += x;
      b += y;
      aa += x * x;
      bb += y * y;
      ab += x * y;
    }
  }
  const count = side * side;
  const [meanA, meanB] = [a / count, b / count];
  const [varianceA, varianceB] = [aa / count - meanA * meanA, bb / count - meanB * meanB];
  const covariance = ab / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  );
}
