import sharp from 'sharp';

/** The smallest image there is, as GIF. */
export const onePixel = new Uint8Array(
  Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
);

/** An image that compresses like a photograph: soft shapes with some grain. The same seed gives the same bytes. */
export async function photograph(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' = 'jpeg',
  seed = 1,
): Promise<Buffer> {
  const cells = Buffer.alloc(12 * 9 * 3);
  const random = randomNumbers(seed);
  for (let index = 0; index < cells.length; index += 1) cells[index] = random() * 256;
  const grainSize = Math.min(256, width, height);
  const grain = Buffer.alloc(grainSize * grainSize);
  for (let index = 0; index < grain.length; index += 1) grain[index] = 118 + random() * 20;
  const tile = await sharp(grain, { raw: { width: grainSize, height: grainSize, channels: 1 } })
    .png()
    .toBuffer();
  const soft = await sharp(cells, { raw: { width: 12, height: 9, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(soft, { limitInputPixels: false })
    .composite([{ input: tile, tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .toFormat(format, { quality: 92 })
    .toBuffer();
}

/** An animation of flat squares. */
export async function animation(format: 'gif' | 'webp', frames: number, size = 64): Promise<Buffer> {
  const height = size * frames;
  const pixels = Buffer.alloc(size * height * 3);
  for (let index = 0; index < pixels.length; index += 3) {
    const frame = Math.floor(index / 3 / size / size);
    pixels[index] = (frame * 53) % 256;
    pixels[index + 1] = 200 - ((frame * 31) % 200);
    pixels[index + 2] = 90;
  }
  return sharp(pixels, { raw: { width: size, height, channels: 3, pageHeight: size } })
    .toFormat(format, { delay: Array.from({ length: frames }, () => 80), loop: 0 })
    .toBuffer();
}

function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e37_79b9) | 0;
    return (state >>> 0) / 4_294_967_296;
  };
}
