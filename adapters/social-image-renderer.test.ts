import sharp from 'sharp';
import { expect, test } from 'vitest';

import { createSocialImageRenderer } from './social-image-renderer.ts';

const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="100%" height="100%" fill="#fff"/>${inner}</svg>`;

test('characters of the Latin scripts are drawn as paths without NaN', async () => {
  const text = 'ABCXYZ abcgjpqy 0123456789 éüñçåøßœ łőğş — “quoted” …';
  const png = await createSocialImageRenderer().print('a', (typeface) => {
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

test('hasAll is false for characters that the fonts lack', async () => {
  await createSocialImageRenderer().print('a', (typeface) => {
    for (const text of ['本', 'ש', 'Я', '🎉']) expect(typeface.hasAll(text)).toBe(false);
    expect(typeface.path('a本b', 0, 0, 10)).not.toContain('NaN');
    return svg('');
  });
});

test('the same image is made once; a failure is not kept', async () => {
  const press = createSocialImageRenderer();
  let drawings = 0;
  const draw = () => {
    drawings += 1;
    return svg('');
  };
  const [one, other] = await Promise.all([press.print('a', draw), press.print('a', draw)]);
  expect([drawings, one === other]).toEqual([1, true]);
  await expect(press.print('b', () => 'no image')).rejects.toThrow();
  await press.print('b', draw);
  expect(drawings).toBe(2);
});

test('however many are asked for at once, one is in the making', async () => {
  const press = createSocialImageRenderer();
  const steps: string[] = [];
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  await Promise.all(
    numbers.map(async (n) => {
      await press.print(`${n}`, () => {
        steps.push(`begins ${n}`);
        return svg('');
      });
      steps.push(`ends ${n}`);
    }),
  );
  expect(steps).toEqual(numbers.flatMap((n) => [`begins ${n}`, `ends ${n}`]));
});

test('finished images take so much memory and no more: the least recently asked for leaves', async () => {
  const { byteLength } = await createSocialImageRenderer().print('one', () => svg(''));
  const press = createSocialImageRenderer(2.5 * byteLength);
  const drawn: string[] = [];
  const ask = (key: string) =>
    press.print(key, () => {
      drawn.push(key);
      return svg('');
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b', 'c']) await ask(key);
  expect(drawn).toEqual(['a', 'b', 'c', 'b', 'c']);
});
