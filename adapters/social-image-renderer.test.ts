import sharp from 'sharp';
import { expect, test } from 'vitest';

import { createSocialImageRenderer } from './social-image-renderer.ts';

/** A red square. */
const readLogo = async (address: string) =>
  address === '/logo'
    ? sharp({ create: { width: 20, height: 20, channels: 3, background: '#f00' } })
        .png()
        .toBuffer()
    : null;
const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="100%" height="100%" fill="#fff"/>${inner}</svg>`;

test('text in Latin script is drawn as a path without invalid numbers', async () => {
  const text = 'ABCXYZ abcgjpqy 0123456789 éüñçåøßœ łőğş — “quoted” …';
  const png = await createSocialImageRenderer(readLogo).render((typeface) => {
    expect(typeface.hasAll(text)).toBe(true);
    const path = typeface.path(text, 40, 300, 28);
    expect(path).toMatch(/^[MLQCZ0-9. -]+$/);
    expect(typeface.width('AV', 100)).toBeLessThan(typeface.width('A', 100) + typeface.width('V', 100));
    return svg(`<path d="${path}"/>`);
  });
  const image = sharp(png);
  expect(await image.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  const ink = (await image.stats()).channels[0];
  expect(ink?.min).toBeLessThan(60);
});

test('hasAll is false for characters that the font lacks', async () => {
  await createSocialImageRenderer(readLogo).render((typeface) => {
    for (const text of ['本', 'ש', 'Я', '🎉']) expect(typeface.hasAll(text)).toBe(false);
    expect(typeface.path('a本b', 0, 0, 10)).not.toContain('NaN');
    return svg('');
  });
});

test('a failure does not hold up the next image', async () => {
  const renderer = createSocialImageRenderer(readLogo);
  await expect(renderer.render(() => 'no image')).rejects.toThrow();
  expect((await renderer.render(() => svg(''))).byteLength).toBeGreaterThan(0);
});

test('twelve images requested at once are rendered one at a time', async () => {
  const renderer = createSocialImageRenderer(readLogo);
  const steps: string[] = [];
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  await Promise.all(
    numbers.map(async (n) => {
      await renderer.render(() => {
        steps.push(`begins ${n}`);
        return svg('');
      });
      steps.push(`ends ${n}`);
    }),
  );
  expect(steps).toEqual(numbers.flatMap((n) => [`begins ${n}`, `ends ${n}`]));
});
