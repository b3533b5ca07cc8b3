import sharp from 'sharp';

import { seededRandom } from './random.ts';
import { height, width, type Scene } from './scenes/canvas.ts';

/** So many pixels wide: enough for the largest screen that the pages ask for. */
const pixels = 2000;

/** A scene as a JPEG with the grain of a print. The same scene and seed give the same picture. */
export async function developPicture(scene: Scene, seed: number): Promise<Buffer> {
  const random = seededRandom(seed);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${pixels}" height="${(pixels * height) / width}">${scene(random)}</svg>`;
  return sharp(Buffer.from(svg))
    .flatten()
    .composite([{ input: await grain(random), tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

const tile = 320;

async function grain(random: () => number): Promise<Buffer> {
  const greys = Buffer.alloc(tile * tile);
  for (let index = 0; index < greys.length; index += 1) greys[index] = 128 + (random() + random() - 1) * 46;
  return sharp(greys, { raw: { width: tile, height: tile, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
