import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

// oxlint-disable-next-line import/default -- Node reads the package's CommonJS file, whose default export it is
import opentype, { type Font, type Path } from 'opentype.js';
import sharp from 'sharp';

import type { SocialImageRenderer, Typeface } from '#domain/posts/social-image-renderer.ts';

/** Bytes of finished images in memory: some hundreds of them. */
const mostKept = 16_000_000;

const fontFiles = ['latin', 'latin-ext'].map(
  (subset) => `@fontsource/funnel-display/files/funnel-display-${subset}-600-normal.woff`,
);

/**
 * Makes images one after the other, beside the event loop: however many are asked for at once, one is in the making.
 * The least recently asked for leaves first.
 * @param bytesKept for images that are finished
 */
export function createSocialImageRenderer(bytesKept = mostKept): SocialImageRenderer {
  /** Images in the making have no bytes yet, and stay. */
  const kept = new Map<string, { image: Promise<Uint8Array<ArrayBuffer>>; bytes: number }>();
  let bytes = 0;
  let typeface: Promise<Typeface> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  return {
    print(key, draw) {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known.image;
      }
      const image = last.then(async () => {
        typeface ??= readTypeface();
        return rasterize(draw(await typeface));
      });
      last = image.catch(() => {});
      const entry = { image, bytes: 0 };
      kept.set(key, entry);
      image.then(
        ({ byteLength }) => {
          entry.bytes = byteLength;
          bytes += byteLength;
          evictOldest();
        },
        () => kept.delete(key),
      );
      return image;
    },
  };

  function evictOldest(): void {
    for (const [key, entry] of kept) {
      if (bytes <= bytesKept) return;
      if (entry.bytes === 0) continue;
      kept.delete(key);
      bytes -= entry.bytes;
    }
  }
}

async function rasterize(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const png = await sharp(Buffer.from(svg)).png({ palette: true, effort: 4 }).toBuffer();
  return Uint8Array.from(png);
}

async function readTypeface(): Promise<Typeface> {
  const { resolve } = createRequire(import.meta.url);
  const fonts = await Promise.all(
    fontFiles.map(async (file) => opentype.parse(Uint8Array.from(await readFile(resolve(file))).buffer)),
  );
  const fontOf = (character: string) => fonts.find((font) => font.hasChar(character));

  return {
    hasAll: (text) => [...text].every((character) => fontOf(character) !== undefined),
    width: (text, size) =>
      runsOf(text).reduce((sum, { run, font }) => sum + font.getAdvanceWidth(run, size), 0),
    path(text, x, baseline, size) {
      let at = x;
      return runsOf(text)
        .map(({ run, font }) => {
          const path = pathData(font.getPath(run, at, baseline, size));
          at += font.getAdvanceWidth(run, size);
          return path;
        })
        .join('');
    },
  };

  /** Neighbors of one font together, so that kerning pairs keep their distance. */
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

/** The library's own writer (2.0.0) loses numbers: `NaN` in place of some. */
function pathData({ commands }: Path): string {
  return commands
    .map((command) => {
      switch (command.type) {
        case 'M':
        case 'L':
          return command.type + numbers(command.x, command.y);
        case 'Q':
          return `Q${numbers(command.x1, command.y1, command.x, command.y)}`;
        case 'C':
          return `C${numbers(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`;
        case 'Z':
          return 'Z';
      }
    })
    .join('');
}

function numbers(...values: number[]): string {
  return values.map((value) => Math.round(value * 10) / 10).join(' ');
}
