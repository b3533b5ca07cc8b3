import { readFile } from 'node:fs/promises';

import type { Font } from 'opentype.js';

import { createLimit } from '#db/limit.ts';
import { atMostEvery } from '#domain/core/at-most-every.ts';
import type { SocialImageRenderer, Typeface } from '#domain/posts/social-image-renderer.ts';

/** The display font of the pages, in whole. */
const fontFiles = ['latin', 'latin-ext'].map(
  (subset) => new URL(`./fonts/funnel-display-${subset}-600-normal.woff`, import.meta.url),
);

/**
 * Renders one image at a time, off the main thread, however many are requested at once.
 * @param readLogo the PNG of an image of the library; null when there is none at the address
 */
export function createSocialImageRenderer(
  readLogo: (address: string) => Promise<Buffer | null>,
): SocialImageRenderer {
  const typeface = atMostEvery(Infinity, readTypeface);
  const inTurn = createLimit(1);

  return {
    render: (draw, logo = '') =>
      inTurn.run(async () => {
        const png = logo === '' ? null : await readLogo(logo);
        return rasterize(draw(await typeface(), png && `data:image/png;base64,${png.toString('base64')}`));
      }),
  };
}

/** The libraries are loaded for the first image: most processes never make one. */
async function rasterize(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  const png = await sharp(Buffer.from(svg)).png({ palette: true, effort: 4 }).toBuffer();
  return Uint8Array.from(png);
}

async function readTypeface(): Promise<Typeface> {
  const { default: opentype } = await import('opentype.js');
  const fonts = await Promise.all(
    fontFiles.map(async (file) => opentype.parse(Uint8Array.from(await readFile(file)).buffer)),
  );
  // In this release `hasChar` is true of every character.
  const fontOf = (character: string) => fonts.find((font) => font.charToGlyphIndex(character) !== 0);

  return {
    hasAll: (text) => [...text].every((character) => fontOf(character) !== undefined),
    width: (text, size) =>
      runsOf(text).reduce((sum, { run, font }) => sum + font.getAdvanceWidth(run, size), 0),
    path(text, x, baseline, size) {
      let at = x;
      return runsOf(text)
        .map(({ run, font }) => {
          const path = font.getPath(run, at, baseline, size);
          at += font.getAdvanceWidth(run, size);
          return path.toPathData(1);
        })
        .join('');
    },
  };

  /** Neighboring characters of one font together, so that kerning applies to them. */
  function runsOf(text: string): { run: string; font: Font }[] {
    const runs: { run: string; font: Font }[] = [];
    for (const character of text) {
      const font = fontOf(character);
      if (!font) continue;
      const current = runs.at(-1);
      if (current?.font === font) current.run += character;
      else runs.push({ run: character, font });
    }
    return runs;
  }
}
