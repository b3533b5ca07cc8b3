import { expect, test } from 'vitest';

import { coversOf } from './post-cover.tsx';

const image = {
  src: '/a.webp',
  alt: '',
  width: 3,
  height: 2,
  placeholder: null,
  animated: false,
  caption: '',
};
const items = [
  { slug: 'a', image: null },
  { slug: 'b', image },
  { slug: 'c', image },
];

test.each([
  [true, [false, true, false]],
  [false, [false, false, false]],
])('coversOf of a list whose being at the top is %s fetches at once: %j', (isAtTop, eager) => {
  const coverAt = coversOf(items, isAtTop);
  expect(items.map((_, index) => coverAt(index, '100vw').isEager)).toEqual(eager);
});
