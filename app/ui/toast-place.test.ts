import { expect, test } from 'vitest';

import { toastsBottom } from './toast-place.ts';

const visible = { top: 0, bottom: 800 };

test('toastsBottom is the bottom of the window without obstacles, and of what a keyboard leaves', () => {
  expect(toastsBottom(100, visible, [])).toBe(792);
  expect(toastsBottom(100, { top: 0, bottom: 500 }, [])).toBe(492);
});

test('toastsBottom is above a bar at the bottom, and above a field that is then reached', () => {
  const bar = { top: 750, bottom: 800 };
  expect(toastsBottom(100, visible, [bar])).toBe(742);
  expect(toastsBottom(100, visible, [bar, { top: 690, bottom: 720 }])).toBe(682);
  expect(toastsBottom(100, visible, [{ top: 690, bottom: 720 }, bar])).toBe(682);
});

test('toastsBottom leaves an obstacle that the toasts do not reach where it is', () => {
  expect(toastsBottom(100, visible, [{ top: 100, bottom: 600 }])).toBe(792);
  // Toasts fit between the two.
  expect(
    toastsBottom(100, visible, [
      { top: 750, bottom: 800 },
      { top: 500, bottom: 600 },
    ]),
  ).toBe(742);
});

test('toastsBottom covers the last obstacle where there is no room above all of them', () => {
  const bar = { top: 750, bottom: 800 };
  expect(toastsBottom(100, visible, [bar, { top: 50, bottom: 745 }])).toBe(742);
  expect(toastsBottom(900, visible, [bar])).toBe(792);
});
